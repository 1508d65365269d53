package io.straggler.anyrecording;

import io.straggler.RunFolder;
import io.straggler.RunFolderException;
import io.straggler.model.text.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folder in which the flight recorder of a program keeps chunks, as a file of a run folder names it. Whoever made the run folder may have named any other folder:
 * chunks are taken from it only if it belongs to the run.
 *
 * @param path the folder, which is gone when the program has ended in an orderly way
 * @param processId of the program
 * @param namedBy the file that names it
 */
record NamedRepository(Path path, long processId, Path namedBy) {
    /** The time at which the JVM made it, its process, and a number if there was one already. */
    private static final Pattern NAME = Pattern.compile("\\d{4}(?:_\\d{2}){5}_(\\d+)(?:_\\d+)?");

    /** Whether it is there. */
    boolean exists() {
        return !path.toString().isEmpty() && Files.isDirectory(path);
    }

    /**
     * Chunks that were written last at that time or later, the oldest first; links are left out.
     *
     * @throws RunFolderException if it does not belong to the run
     */
    List<Path> chunks(RunFolder folder, long sinceEpochMs) throws IOException {
        if (!exists()) {
            return List.of();
        }
        if (!isBelow(folder) && !isOfProgram()) {
            throw new RunFolderException("repository in " + namedBy.getFileName()
                    + " must lie below the run folder, or be what the JVM of that program made: repository="
                    + TerminalText.visible(path.toString())
                    + " folder=" + folder.path() + "; without that file the rest of the run is reported");
        }
        List<Path> chunks = new ArrayList<>();
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".jfr"))
                    .sorted()
                    .toList()) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isSince(file, sinceEpochMs)) {
                    chunks.add(file);
                }
            }
        }
        return chunks;
    }

    /** A sentence that says where chunks were taken from; empty if that is the run folder itself, or there is nothing. */
    String origin(RunFolder folder) throws IOException {
        return !exists() || isBelow(folder)
                ? ""
                : " The recording was taken from " + TerminalText.visible(path.toString()) + ".";
    }

    private boolean isBelow(RunFolder folder) throws IOException {
        return path.toRealPath().startsWith(folder.path().toRealPath());
    }

    /** A folder named and owned as if that program had made both it and the file that names it. */
    private boolean isOfProgram() throws IOException {
        Matcher name = NAME.matcher(String.valueOf(path.getFileName()));
        return name.matches()
                && name.group(1).equals(Long.toString(processId))
                && path.isAbsolute()
                && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && Files.getOwner(path, LinkOption.NOFOLLOW_LINKS)
                        .equals(Files.getOwner(namedBy, LinkOption.NOFOLLOW_LINKS));
    }

    private static boolean isSince(Path chunk, long epochMs) throws IOException {
        try {
            return Files.getLastModifiedTime(chunk).toMillis() >= epochMs;
        } catch (NoSuchFileException e) {
            // The JVM keeps a few chunks, and has just deleted its oldest.
            return false;
        }
    }
}
