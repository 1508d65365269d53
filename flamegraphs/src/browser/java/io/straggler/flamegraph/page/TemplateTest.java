package io.straggler.flamegraph.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.flamegraph.browser.OpenPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a module without data, beside their script and the style of all pages. Runs in each module with pages. */
class TemplateTest {
    @TempDir
    private Path folder;

    /** Templates of this module, or of the module that it tests. */
    private static List<Path> templates() throws IOException {
        List<Path> own = templates(Path.of("target", "classes"));
        return own.isEmpty() ? templates(Path.of("..", "target", "classes")) : own;
    }

    private static List<Path> templates(Path classes) throws IOException {
        if (!Files.isDirectory(classes)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private Path besideItsParts(Path template) throws IOException {
        try (InputStream style = PageTemplate.class.getResourceAsStream("style.css")) {
            Files.copy(style, folder.resolve("style.css"), StandardCopyOption.REPLACE_EXISTING);
        }
        Path script = Path.of(template.getFileName().toString().replaceFirst("html$", "js"));
        Files.copy(template.resolveSibling(script), folder.resolve(script));
        return Files.copy(template, folder.resolve(template.getFileName()));
    }

    @Test
    void shouldBeDrawnWithoutData() throws IOException {
        assertThat(templates()).isNotEmpty();
        for (Path template : templates()) {
            try (OpenPage open = OpenPage.of(besideItsParts(template))) {
                open.settle();
                assertThat(open.text("main")).as("%s", template).doesNotContain("could not be drawn");
                assertThat(open.text("#task")).isNotEmpty();
                assertThat(
                                open.value(
                                        "Object.keys(Straggler.panels).length === document.querySelectorAll('main section').length"))
                        .isEqualTo(true);
            }
        }
    }
}
