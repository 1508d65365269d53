package io.straggler.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;

/**
 * Makes a site of the Markdown files of a checkout: {@code DocumentationSite ROOT OUT}. The site needs no server, and nothing from a
 * network. A link that leads nowhere ends the build.
 */
public final class DocumentationSite {
    private static final List<String> AT_THE_ROOT =
            List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");
    private static final Path DOCS = Path.of("docs");
    private static final Path DECISIONS = DOCS.resolve("decisions");
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private final Path root;
    private final Path out;

    DocumentationSite(Path root, Path out) {
        this.root = root;
        this.out = out;
    }

    /** @param args the root of the checkout, and the folder for the site */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: DocumentationSite ROOT OUT");
        }
        new DocumentationSite(Path.of(args[0]), Path.of(args[1])).write();
    }

    /** @throws BrokenLinkException if a page links to what is not there */
    void write() throws IOException {
        Map<Path, Page> pages = pages();
        Links links = new Links(root, pages);
        PageWriter writer = new PageWriter(resource("page.html"), EXTENSIONS, Contents.of(pages), links);
        for (Page page : pages.values()) {
            write(page.target(), writer.page(page));
        }
        List<Page> decisions = pages.values().stream()
                .filter(page -> DECISIONS.equals(page.source().getParent()))
                .toList();
        write(Links.targetOfFolder(DECISIONS), writer.folder(DECISIONS, "Decisions", decisions));
        for (Path text : links.texts()) {
            write(Links.targetOfText(text), writer.text(text, Files.readString(root.resolve(text))));
        }
        for (Path picture : links.pictures()) {
            Path copy = out.resolve(picture);
            Files.createDirectories(copy.getParent());
            Files.write(copy, Files.readAllBytes(root.resolve(picture)));
        }
        write(Path.of("site.css"), resource("site.css"));
        write(Path.of("search.js"), resource("search.js"));
        write(Path.of("search-index.js"), SearchIndex.script(List.copyOf(pages.values())));
    }

    private Map<Path, Page> pages() throws IOException {
        Parser parser = Parser.builder().extensions(EXTENSIONS).build();
        Map<Path, Page> pages = new LinkedHashMap<>();
        for (Path source : sources()) {
            pages.put(source, Page.of(source, parser.parse(Files.readString(root.resolve(source)))));
        }
        return pages;
    }

    private List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String name : AT_THE_ROOT) {
            if (Files.exists(root.resolve(name))) {
                sources.add(Path.of(name));
            }
        }
        try (Stream<Path> files = Files.walk(root.resolve(DOCS))) {
            files.map(root::relativize)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .forEach(sources::add);
        }
        return sources;
    }

    private void write(Path file, String text) throws IOException {
        Path target = out.resolve(file);
        Files.createDirectories(target.getParent());
        Files.writeString(target, text);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = DocumentationSite.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
