package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/** What programs do with documents, and with the files and processes that these come from. */
final class Documents implements AutoCloseable {
    private static final int FOLDERS = 8;
    private static final int ENTRIES = 20;
    private static final int ELEMENTS = 40;
    private static final int LENGTH = 256 * 1024;
    private static final int COPIED = 512 * 1024;
    private static final int PAGE = 4096;
    private static final int DEPTH = 500;

    private final Opened opened = new Opened();
    private final long[] original = new long[COPIED];
    private final long[] copy = new long[COPIED];
    private final DateTimeFormatter format = DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu HH:mm:ss.SSS VV");
    private final ZonedDateTime date = ZonedDateTime.of(2026, 11, 20, 10, 15, 0, 0, ZoneId.of("UTC"));
    private final byte[] xml;
    private final Path deep;
    private final Path archive;
    private final RandomAccessFile resized;
    private final RandomAccessFile forced;
    private final MappedByteBuffer mapped;
    private int level;
    private long result;

    /** @param parent where a folder may be made */
    Documents(Path parent) throws ImpossibleException {
        xml = ("<list>" + "<element name='value'>text</element>".repeat(ELEMENTS) + "</list>")
                .getBytes(StandardCharsets.UTF_8);
        try {
            Path folder = Files.createDirectory(parent.resolve("documents"));
            deep = Files.writeString(
                    Files.createDirectories(folder.resolve("deep/".repeat(FOLDERS)))
                            .resolve("file"),
                    "text");
            archive = folder.resolve("archive.zip");
            writeArchive();
            resized = opened.add(new RandomAccessFile(folder.resolve("resized").toFile(), "rw"));
            forced = opened.add(new RandomAccessFile(folder.resolve("forced").toFile(), "rw"));
            mapped = forced.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs some files: " + e.getMessage());
        }
    }

    private void writeArchive() throws IOException {
        try (OutputStream file = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            for (int i = 0; i < ENTRIES; i++) {
                zip.putNextEntry(new ZipEntry("entry-" + i));
                zip.write(xml);
            }
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.FILE_ATTRIBUTES, this::askAboutFile),
                TimedCall.repeating(Fault.FILE_LENGTH, this::resize),
                TimedCall.repeating(Fault.MAPPED_FORCE, this::force),
                TimedCall.repeating(Fault.ARCHIVE, this::unpack),
                TimedCall.repeating(Fault.PROCESSES, this::startProcess),
                TimedCall.repeating(Fault.XML, this::parse),
                TimedCall.repeating(Fault.DATES, this::readAndWriteDate),
                TimedCall.repeating(Fault.ARRAY_COPIES, this::copy),
                TimedCall.repeating(Fault.RECURSION, this::recurse));
    }

    private void askAboutFile() throws IOException {
        result += Files.exists(deep) ? Files.size(deep) : 0;
    }

    private void resize() throws IOException {
        resized.setLength(LENGTH);
        resized.setLength(0);
    }

    private void force() {
        for (int at = 0; at < LENGTH; at += PAGE) {
            mapped.put(at, (byte) result);
        }
        result++;
        mapped.force();
    }

    private void unpack() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile());
                InputStream entry = zip.getInputStream(zip.getEntry("entry-7"))) {
            result += entry.readAllBytes().length;
        }
    }

    private void startProcess() throws IOException, InterruptedException {
        result += new ProcessBuilder("true").start().waitFor();
    }

    private void parse() throws IOException, ParserConfigurationException, SAXException {
        result += DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml))
                .getDocumentElement()
                .getChildNodes()
                .getLength();
    }

    private void readAndWriteDate() {
        result += ZonedDateTime.parse(format.format(date), format).getNano();
    }

    private void copy() {
        System.arraycopy(original, 0, copy, 0, COPIED);
        result += copy[(int) (result & 1023)];
    }

    private void recurse() {
        level++;
        if (level < DEPTH) {
            recurse();
        }
        result = Long.rotateLeft(result, 7) + level;
        level--;
    }

    @Override
    public void close() {
        Mappings.free(mapped);
        opened.close();
    }
}
