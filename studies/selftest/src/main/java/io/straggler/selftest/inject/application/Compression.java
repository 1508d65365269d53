package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterInputStream;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Deflating, inflating, archives and checksums. */
@Fixture.Needs("some files")
public final class Compression extends Fixture {
    private static final int DEFLATED_BYTES = 16 * 1024;
    private static final int INFLATED_BYTES = 32 * 1024;
    private static final int SUMMED_BYTES = 256 * 1024;
    private static final int ENTRIES = 20;

    private final byte[] plain = new byte[DEFLATED_BYTES];
    private final byte[] inflated = new byte[INFLATED_BYTES];
    private final byte[] room = new byte[2 * DEFLATED_BYTES];
    private final byte[] summed = new byte[SUMMED_BYTES];
    private final byte[] deflated;
    private final Path folder = newFolder("compression");
    private final Path archive = archive("archive.zip", ENTRIES, Texts.xml());
    private final Path small = archive("small.zip", 1, new byte[1_000]);

    public Compression(InjectionSite site) throws IOException {
        super(site);
        Random random = new Random(11);
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) random.nextInt(20);
        }
        for (int i = 0; i < inflated.length; i++) {
            inflated[i] = (byte) (i * i >>> 4);
        }
        deflated = new DeflaterInputStream(new ByteArrayInputStream(inflated)).readAllBytes();
    }

    private Path archive(String name, int entries, byte[] entry) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < entries; i++) {
                zip.putNextEntry(new ZipEntry("entry-" + i));
                zip.write(entry);
            }
        }
        return file;
    }

    public void compress() {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        result += deflater.deflate(room);
        deflater.end();
    }

    public void inflate() throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(deflated);
        result += inflater.inflate(inflated);
        inflater.end();
    }

    public void unpack() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile());
                InputStream entry = zip.getInputStream(zip.getEntry("entry-7"))) {
            result += entry.readAllBytes().length;
        }
    }

    public void openZipFile() throws IOException {
        try (ZipFile zip = new ZipFile(small.toFile())) {
            result += zip.getInputStream(zip.getEntry("entry-0")).read();
        }
    }

    public void sum() {
        CRC32 sum = new CRC32();
        sum.update(summed);
        result += sum.getValue();
    }
}
