package io.straggler.jfr.chunk;

import io.straggler.model.file.Compression;
import io.straggler.model.file.ExpansionLimit;
import io.straggler.model.file.InputFiles;
import io.straggler.model.file.UnnamedFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Expands a compressed recording into files without names. Bounds: a file that expands to far more than recordings do, or to more than the disk has, ends in
 * an error; what is no recording is not written. A file that is cut off or damaged is expanded as far as it goes.
 */
final class Expansion {
    private final Path file;
    private final List<RecordingFiles.Part> parts;
    private final List<String> problems;

    /**
     * An expansion of a file.
     *
     * @param parts gets what is in it
     * @param problems gets what is lost, a sentence each
     */
    Expansion(Path file, List<RecordingFiles.Part> parts, List<String> problems) {
        this.file = file;
        this.parts = parts;
        this.problems = problems;
    }

    /** Adds the recording in a file, or the recordings in an archive. */
    void add(Compression compression) throws IOException {
        try (InputStream in = new BufferedInputStream(InputFiles.open(file))) {
            if (compression == Compression.ZIP) {
                addEntries(new ZipInputStream(in, StandardCharsets.ISO_8859_1));
            } else {
                addGzip(in);
            }
        }
    }

    private void addGzip(InputStream in) throws IOException {
        InputStream expanded = new ExpansionLimit(file, new GZIPInputStream(in));
        if (!addIfRecording(file.toString(), expanded)) {
            throw new RecordingException("Not a flight recording: what is compressed in " + file
                    + " does not begin with the signature of one.");
        }
    }

    private void addEntries(ZipInputStream archive) throws IOException {
        int before = parts.size();
        InputStream expanded = new ExpansionLimit(file, archive);
        try {
            for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                if (!addIfRecording(file + "!/" + Names.capped(entry.getName()), expanded)) {
                    expanded.transferTo(OutputStream.nullOutputStream());
                }
            }
        } catch (EOFException | ZipException e) {
            if (parts.size() == before) {
                throw e;
            }
            problems.add(file + " is cut off or damaged: it was expanded as far as it goes.");
        }
        if (parts.size() == before) {
            throw new RecordingException("No file in " + file + " is a flight recording.");
        }
    }

    /** Adds the rest of a stream, unless that does not begin like a recording. */
    private boolean addIfRecording(String name, InputStream expanded) throws IOException {
        byte[] head = expanded.readNBytes(Integer.BYTES);
        if (head.length < Integer.BYTES || ByteBuffer.wrap(head).getInt() != ChunkExtent.MAGIC) {
            return false;
        }
        UnnamedFile content = UnnamedFile.create();
        parts.add(new RecordingFiles.Part(name, content.content()));
        try {
            content.append(file.toString(), new ByteArrayInputStream(head));
            content.append(file.toString(), expanded);
        } catch (EOFException | ZipException e) {
            problems.add(name + " is cut off or damaged: it was expanded as far as it goes.");
        }
        return true;
    }
}
