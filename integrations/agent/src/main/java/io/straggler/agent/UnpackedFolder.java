package io.straggler.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The temporary folder that the agent's jars are unpacked into. Its name says whose it is: the process, and the namespace in which that has its number. A
 * program that exits deletes its folder; that of one that was killed is deleted when the next one of the same user makes its own.
 */
@SuppressWarnings("NullAway") // The program sees this class, so it has no annotations that the agent does not bring.
final class UnpackedFolder {
    private static final Pattern NAME = Pattern.compile("straggler-agent-([0-9]{1,19})-([0-9]{1,18})-[0-9]{1,20}");

    private UnpackedFolder() {}

    /** Makes the folder of this process, and deletes folders that were left behind. */
    static Path create() throws IOException {
        Path folder = Files.createTempDirectory(prefix(ProcessHandle.current().pid()));
        deleteLeft(folder);
        return folder;
    }

    /** Beginning of the names of a process's folders. */
    static String prefix(long pid) {
        return "straggler-agent-" + namespace() + "-" + pid + "-";
    }

    /** Number of the namespace that process numbers are of; 0 where the system does not say. */
    private static String namespace() {
        try {
            String name = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return name.replaceAll("[^0-9]", "");
        } catch (IOException | UnsupportedOperationException e) {
            return "0";
        }
    }

    private static void deleteLeft(Path own) {
        try (Stream<Path> siblings = Files.list(own.getParent())) {
            Object owner = Files.getOwner(own);
            for (Path folder : siblings.filter(
                            each -> ofDeadProcess(each.getFileName().toString()))
                    .toList()) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
                    delete(folder);
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Folders that stay are in the folder for what is temporary.
        }
    }

    private static boolean ofDeadProcess(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                && parts.group(1).equals(namespace())
                && ProcessHandle.of(Long.parseLong(parts.group(2))).isEmpty();
    }

    /** Deletes a folder that holds files only, as far as that is possible. */
    static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            for (Path file : all) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            // A folder that stays is in the folder for what is temporary.
        }
    }
}
