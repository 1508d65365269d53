package io.straggler.selftest.inject.application;

import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/** Lists of files, their names, links and attributes. */
@Fixture.Needs("some files")
public final class Directories extends Fixture {
    private static final int LISTED = 500;
    private static final int WALKED = 20;
    private static final int DEPTH = 8;

    private final Path folder = newFolder("directories");
    private final Path many = Files.createDirectory(folder.resolve("many"));
    private final Path tree = folder.resolve("tree");
    private final Path here = Files.createFile(folder.resolve("here"));
    private final Path there = folder.resolve("there");
    private final Path deep = Files.writeString(
            Files.createDirectories(folder.resolve("deep/".repeat(DEPTH))).resolve("file"), "text");
    private boolean moved;

    public Directories(InjectionSite site) throws IOException {
        super(site);
        for (int i = 0; i < LISTED; i++) {
            Files.createFile(many.resolve("entry" + i));
        }
        for (int i = 0; i < WALKED; i++) {
            Files.createFile(Files.createDirectories(tree.resolve(Integer.toString(i % 4)))
                    .resolve("file" + i));
        }
    }

    public void list() throws IOException {
        try (Stream<Path> entries = Files.list(many)) {
            result += entries.count();
        }
    }

    public void walk() throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                result += attributes.size();
                return FileVisitResult.CONTINUE;
            }
        });
    }

    public void createTemporaryFile() throws IOException {
        Files.delete(Files.createTempFile(folder, "short", "lived"));
    }

    public void rename() throws IOException {
        Files.move(moved ? there : here, moved ? here : there, StandardCopyOption.ATOMIC_MOVE);
        moved = !moved;
    }

    public void link() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), deep);
        result += Files.readSymbolicLink(link).getNameCount();
        Files.delete(link);
    }

    public void askForAttributes() throws IOException {
        result += Files.exists(deep) ? Files.size(deep) : 0;
    }
}
