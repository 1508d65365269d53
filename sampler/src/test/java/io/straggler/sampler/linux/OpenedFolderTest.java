package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A root with folders, and a folder beside it that nothing in it may lead to. */
class OpenedFolderTest {
    @TempDir
    private Path place;

    private Path root;
    private Path outside;

    @BeforeEach
    void make() throws IOException {
        root = Files.createDirectories(place.resolve("root"));
        outside = Files.createDirectories(place.resolve("outside"));
        Files.createDirectories(root.resolve("var/tmp"));
        Files.writeString(root.resolve("var/tmp/inside.txt"), "inside");
        Files.writeString(outside.resolve("secret.txt"), "secret");
    }

    private String in(String path) throws IOException {
        try (OpenedFolder folder = OpenedFolder.open(root);
                OpenedFolder found = folder.lookUp(path)) {
            return found.path().toRealPath().toString();
        }
    }

    private static void link(Path link, String target) throws IOException {
        Files.createSymbolicLink(link, Path.of(target));
    }

    @Test
    void shouldFollowLinksAsTheyAreMeantThere() throws Exception {
        String expected = root.resolve("var/tmp").toRealPath().toString();
        link(root.resolve("tmp"), "/var/tmp");
        link(root.resolve("relative"), "var/../var/tmp/");
        link(root.resolve("var/up"), "../../../../tmp");
        link(root.resolve("var/absolute"), "/var/tmp");
        assertThat(in("/var/tmp")).isEqualTo(expected);
        assertThat(in("/tmp")).isEqualTo(expected);
        assertThat(in("//./relative/.")).isEqualTo(expected);
        assertThat(in("/var/up")).isEqualTo(expected);
        assertThat(in("/var/absolute")).isEqualTo(expected);
        assertThat(in("/../..")).isEqualTo(root.toRealPath().toString());
    }

    @Test
    void shouldLeadNowhereElse() throws Exception {
        link(root.resolve("out"), outside.toString());
        link(root.resolve("up"), "../outside");
        link(root.resolve("round"), "/round");
        assertThatThrownBy(() -> in("/out")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> in("/up")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> in("/round"))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining("too many links");
        assertThatThrownBy(() -> in("/var/tmp/inside.txt")).isInstanceOf(NotDirectoryException.class);
        try (OpenedFolder folder = OpenedFolder.open(root)) {
            assertThatThrownBy(() -> folder.folder("up")).isInstanceOf(FileSystemException.class);
            assertThatThrownBy(() -> folder.file("../outside")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> folder.file("..")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldStayTheFolderThatItWas() throws Exception {
        try (OpenedFolder folder = OpenedFolder.open(root);
                OpenedFolder opened = folder.lookUp("/var/tmp")) {
            Files.move(root.resolve("var/tmp"), root.resolve("var/moved"));
            link(root.resolve("var/tmp"), outside.toString());
            Files.writeString(opened.file("new.txt"), "new");
            assertThat(root.resolve("var/moved/new.txt")).hasContent("new");
            assertThat(outside.resolve("new.txt")).doesNotExist();
        }
    }

    @Test
    void shouldReadRegularFilesOnly() throws Exception {
        link(root.resolve("var/tmp/link.txt"), outside.resolve("secret.txt").toString());
        Files.createDirectory(root.resolve("var/tmp/folder"));
        try (OpenedFolder folder = OpenedFolder.open(root.resolve("var/tmp"))) {
            assertThat(folder.files().keySet()).containsExactly("inside.txt");
            assertThat(folder.read("inside.txt")).hasContent("inside");
            assertThatThrownBy(() -> folder.read("link.txt")).hasMessageContaining("must be a regular file");
            assertThatThrownBy(() -> folder.read("folder")).hasMessageContaining("must be a regular file");
        }
    }

    @Test
    void shouldOpenALinkItselfAsAPlace() throws Exception {
        link(root.resolve("var/tmp/link.txt"), outside.resolve("secret.txt").toString());
        try (OpenedFolder folder = OpenedFolder.open(root.resolve("var/tmp"))) {
            folder.withFile("inside.txt", file -> assertThat(file).hasContent("inside"));
            folder.withFile(
                    "link.txt",
                    file -> assertThatThrownBy(() -> Files.readString(file)).isInstanceOf(FileSystemException.class));
            assertThatThrownBy(() -> folder.withFile("missing.txt", file -> {}))
                    .isInstanceOf(NoSuchFileException.class);
        }
    }

    @Test
    void shouldDeleteLinksAndNotWhatTheyLeadTo() throws Exception {
        Files.createDirectories(root.resolve("var/tmp/a/b"));
        Files.writeString(root.resolve("var/tmp/a/b/c.txt"), "c");
        link(root.resolve("var/tmp/a/out"), outside.toString());
        link(root.resolve("var/tmp/secret"), outside.resolve("secret.txt").toString());
        try (OpenedFolder folder = OpenedFolder.open(root.resolve("var/tmp"))) {
            folder.clear();
        }
        assertThat(root.resolve("var/tmp")).isEmptyDirectory();
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
    }

    /** Its number may be another file's by then. */
    @Test
    void shouldBeClosedOnce() throws Exception {
        OpenedFolder first = OpenedFolder.open(root);
        Path path = first.path();
        first.close();
        try (OpenedFolder second = OpenedFolder.open(outside)) {
            assertThat(second.path()).isEqualTo(path);
            first.close();
            assertThat(second.file("secret.txt")).hasContent("secret");
        }
    }
}
