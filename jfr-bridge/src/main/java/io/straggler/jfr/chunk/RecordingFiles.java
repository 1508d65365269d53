package io.straggler.jfr.chunk;

import io.straggler.model.file.Compression;
import io.straggler.model.text.FileErrors;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files that are one recording: a file, several of them, those in a folder, and what is in compressed ones. They stay open until this is closed, so a JVM that
 * deletes its oldest chunk meanwhile takes nothing away.
 *
 * <p>Threads: one opens and closes it; channels may be read by several.
 */
public final class RecordingFiles implements AutoCloseable {
    private static final String ENDING = ".jfr";

    private final String name;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /**
     * A file of the recording.
     *
     * @param name for messages
     * @param content its bytes, expanded
     */
    record Part(String name, FileChannel content) {}

    private RecordingFiles(String name) {
        this.name = name;
    }

    /**
     * Opens a file, or the files in a folder.
     *
     * @throws RecordingException if it cannot be opened
     */
    public static RecordingFiles open(Path place) {
        return open(List.of(place));
    }

    /**
     * Opens files, and those in folders whose names end like a recording's.
     *
     * @throws RecordingException if one of them cannot be opened, or there is none
     */
    public static RecordingFiles open(List<Path> places) {
        RecordingFiles opened = new RecordingFiles(name(places));
        RecordingFiles left = opened;
        try {
            for (Path place : places) {
                opened.addPlace(place);
            }
            if (opened.parts.isEmpty()) {
                throw new RecordingException(
                        opened.name + " holds no recording: no file in it ends in " + ENDING + ".");
            }
            left = null;
            return opened;
        } finally {
            if (left != null) {
                left.close();
            }
        }
    }

    private static String name(List<Path> places) {
        String first = places.get(0).toString();
        return places.size() == 1 ? first : first + " and " + (places.size() - 1) + " more";
    }

    private void addPlace(Path place) {
        if (!Files.isDirectory(place)) {
            addFile(place);
            return;
        }
        for (Path file : in(place)) {
            addFile(file);
        }
    }

    /** Recordings in a folder, in the order of their names. */
    private static List<Path> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> namesOne(entry.getFileName().toString()) && Files.isRegularFile(entry))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw RecordedChunks.unreadable(folder.toString(), e);
        }
    }

    /** Whether a folder holds files whose names end like a recording's. */
    public static boolean areIn(Path folder) {
        return Files.isDirectory(folder) && !in(folder).isEmpty();
    }

    /** Whether the name of a file ends like a recording's, compressed or not. */
    public static boolean namesOne(String file) {
        return Arrays.stream(Compression.values()).anyMatch(one -> file.endsWith(ENDING + one.ending()));
    }

    /** Name of a recording without the ending that says that it is one, or how it is compressed. */
    public static String stem(Path place) {
        String name = String.valueOf(place.toAbsolutePath().normalize().getFileName());
        return Arrays.stream(Compression.values())
                .map(one -> ENDING + one.ending())
                .filter(name::endsWith)
                .findFirst()
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .orElse(name);
    }

    private void addFile(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new RecordingException("recording must be an existing file: file=" + file);
        }
        try {
            Compression compression = Compression.of(file);
            switch (compression) {
                case NONE -> parts.add(new Part(file.toString(), FileChannel.open(file)));
                case GZIP, ZIP -> new Expansion(file, parts, problems).add(compression);
                case LZ4, ZSTD, XZ, BZIP2 -> throw compression.refusal(file);
            }
        } catch (NoSuchFileException e) {
            // A JVM has deleted its oldest chunk since the folder was listed.
            problems.add(file + " was deleted before it could be read.");
        } catch (IOException e) {
            throw RecordedChunks.unreadable(file.toString(), e);
        }
    }

    /** Name for messages: that of the file or folder, or of the first of several. */
    public String name() {
        return name;
    }

    List<Part> parts() {
        return parts;
    }

    /** Returns what was lost when files were expanded, a sentence each. */
    List<String> problems() {
        return problems;
    }

    /** Their bytes one file after the other, expanded. */
    public List<FileChannel> contents() {
        return parts.stream().map(Part::content).toList();
    }

    /** Closes all files; those that were expanded are gone then. */
    @Override
    public void close() {
        RecordingException failure = null;
        for (Part part : parts) {
            try {
                part.content.close();
            } catch (IOException e) {
                failure = new RecordingException("recording must be closable: error=" + FileErrors.reason(e), e);
            }
        }
        throwIfAny(failure);
    }

    private static void throwIfAny(@Nullable RecordingException failure) {
        if (failure != null) {
            throw failure;
        }
    }
}
