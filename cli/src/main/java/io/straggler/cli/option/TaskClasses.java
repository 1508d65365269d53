package io.straggler.cli.option;

import io.straggler.model.text.Nearest;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Looks for a task's class before a JVM is started for it. */
final class TaskClasses {
    private static final String SUFFIX = ".class";

    /** Options with which a JVM may find classes outside of its class path. */
    private static final List<String> MORE_PLACES =
            List.of("-Xbootclasspath", "-javaagent", "--module-path", "-p", "--patch-module", "-cp", "-classpath", "@");

    private TaskClasses() {}

    /**
     * Checks that there is such a class. Nothing is loaded.
     *
     * @throws UsageException if there is none, with the name that was probably meant
     */
    static void require(String name, String classPath, List<String> jvmArguments) {
        String file = name.replace('.', '/') + SUFFIX;
        boolean elsewhere =
                jvmArguments.stream().anyMatch(given -> MORE_PLACES.stream().anyMatch(given::startsWith));
        if (elsewhere || TaskClasses.class.getClassLoader().getResource(file) != null) {
            return;
        }
        Set<String> files = new TreeSet<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty()) {
                addFiles(entry, files);
            }
        }
        if (!files.contains(file)) {
            throw new UsageException("Task class not found: " + name + hint(name, files));
        }
    }

    private static String hint(String name, Set<String> files) {
        List<String> names = files.stream()
                .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'))
                .toList();
        return Nearest.to(name, names).stream()
                .findFirst()
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElse(". Give the fully qualified name, and its jar or folder with --classpath.");
    }

    /**
     * Adds the files of an entry as the JVM reads it: a folder, a jar, or all jars of a folder. Unreadable files are
     * left to the JVM.
     */
    private static void addFiles(String entry, Set<String> files) {
        try {
            if (entry.endsWith("*")) {
                try (Stream<Path> jars =
                        Files.list(Path.of(entry.equals("*") ? "." : entry.substring(0, entry.length() - 1)))) {
                    jars.filter(jar -> jar.toString().toLowerCase(Locale.ROOT).endsWith(".jar"))
                            .forEach(jar -> addJar(jar, files));
                }
            } else if (Files.isDirectory(Path.of(entry))) {
                addFolder(Path.of(entry), files);
            } else {
                addJar(Path.of(entry), files);
            }
        } catch (IOException | UncheckedIOException e) {
            // The measured JVM will say so.
        }
    }

    private static void addFolder(Path folder, Set<String> files) throws IOException {
        try (Stream<Path> below = Files.walk(folder)) {
            below.map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/'))
                    .filter(file -> file.endsWith(SUFFIX))
                    .forEach(files::add);
        }
    }

    private static void addJar(Path jar, Set<String> files) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .map(ZipEntry::getName)
                    .filter(file -> file.endsWith(SUFFIX))
                    .forEach(files::add);
        } catch (IOException e) {
            // Not a jar, or not one that can be read: the measured JVM will say so.
        }
    }
}
