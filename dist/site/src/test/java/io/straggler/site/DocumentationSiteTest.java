package io.straggler.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DocumentationSiteTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
    private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("(?:https?|mailto):.*");
    private static final String INDEX_BEFORE = "window.stragglerSearchIndex = ";

    @TempDir
    private Path scratch;

    private Path out() {
        return scratch.resolve("site");
    }

    private void write(String file, String text) throws IOException {
        Path path = scratch.resolve("root").resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void site() throws IOException {
        new DocumentationSite(scratch.resolve("root"), out()).write();
    }

    private String page(String name) throws IOException {
        return Files.readString(out().resolve(name));
    }

    @Test
    void shouldHaveAPageForEachOfThisProjectAndOnlyLinksThatLeadSomewhere() throws IOException {
        new DocumentationSite(ROOT, out()).write();

        try (Stream<Path> sources = Files.walk(ROOT.resolve("docs"))) {
            assertThat(sources.filter(file -> file.toString().endsWith(".md")))
                    .hasSizeGreaterThan(50)
                    .allSatisfy(source -> assertThat(out().resolve(Page.target(ROOT.relativize(source))))
                            .isRegularFile());
        }
        try (Stream<Path> pages = Files.walk(out())) {
            assertThat(pages.filter(file -> file.toString().endsWith(".html"))).allSatisfy(this::leadsSomewhere);
        }
    }

    private void leadsSomewhere(Path page) {
        String text = read(page);
        for (MatchResult reference :
                (Iterable<MatchResult>) REFERENCE.matcher(text).results()::iterator) {
            String[] parts = reference.group(1).split("#", 2);
            if (ELSEWHERE.matcher(reference.group(1)).matches()) {
                continue;
            }
            Path target =
                    parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
            assertThat(target).as("%s: %s", page, reference.group()).isRegularFile();
            if (parts.length > 1) {
                assertThat(read(target)).as("%s: %s", page, reference.group()).contains(" id=\"" + parts[1] + "\"");
            }
        }
        assertThat(text).as("%s reads from disk alone", page).doesNotContainPattern("<(img|script)[^>]*src=\"http");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldOfferPagesInTheOrderOfTheFirstOne() throws IOException {
        write(
                "README.md",
                "# Tool\n\nSee [B](docs/b.md#end).\n\n## Read on\n\n- [Zeta](docs/z.md): last letter\n- [B](docs/b.md)\n");
        write("docs/b.md", "# Bees\n\n## End\n\nBack to [Zeta](z.md).\n");
        write("docs/z.md", "# Zeta\n");
        write("docs/a.md", "# Ants\n");
        write("docs/decisions/0001-first.md", "# 1. First\n");
        site();

        assertThat(page("docs/b.html"))
                .contains("<a href=\"z.html\">Zeta</a>", "<h2 id=\"end\">End</h2>", "href=\"../site.css\"")
                .containsPattern(
                        "(?s)<nav.*../index.html\">Tool<.*z.html\">Zeta<.*b.html\" aria-current=\"page\">Bees<.*#end\">End<.*a.html\">Ants<");
        assertThat(page("index.html")).contains("<a href=\"docs/b.html#end\">B</a>");
        assertThat(page("docs/decisions/index.html")).contains("<a href=\"0001-first.html\">1. First</a>");
    }

    @Test
    void shouldShowWhatPagesLinkTo() throws IOException {
        write(
                "README.md",
                "# Tool\n\n![A picture](docs/p.png), [code](src/A.java), [decisions](docs/decisions), [out](https://example.org/x#y)\n");
        write("docs/p.png", "not really");
        write("docs/decisions/0001-first.md", "# 1. First\n\n[code](../../src/A.java)\n");
        write("src/A.java", "List<String> a = b && c;\n");
        site();

        assertThat(page("docs/p.png")).isEqualTo("not really");
        assertThat(page("src/A.java.html")).contains("List&lt;String&gt; a = b &amp;&amp; c;");
        assertThat(page("index.html"))
                .contains(
                        "src=\"docs/p.png\"",
                        "href=\"src/A.java.html\"",
                        "href=\"docs/decisions/index.html\"",
                        "https://example.org/x#y");
        assertThat(page("docs/decisions/0001-first.html")).contains("href=\"../../src/A.java.html\"");
    }

    @Test
    void shouldEndTheBuildAtALinkThatLeadsNowhere() throws IOException {
        write("docs/a.md", "# A\n");
        for (List<String> broken : List.of(
                List.of("docs/b.md", "README.md links to docs/b.md, which does not exist"),
                List.of("docs/a.md#end", "README.md links to docs/a.md#end, where no heading has that name"),
                List.of("#end", "README.md links to #end, where no heading has that name"),
                List.of("../other/b.md", "README.md links to ../other/b.md, which does not exist"))) {
            write("README.md", "# Tool\n\n[link](" + broken.get(0) + ")\n");

            assertThatThrownBy(this::site)
                    .isInstanceOf(BrokenLinkException.class)
                    .hasMessage(broken.get(1));
        }
    }

    @Test
    void shouldShowMarkupOfOthersAsText() throws IOException {
        write(
                "README.md",
                "# A <b>bold</b> & {{body}} `List<T>`\n\n<script>alert(1)</script>\n\n```sh\necho '{{title}}' <in\n```\n");
        write("docs/a.md", "# A\n");
        site();

        assertThat(page("index.html"))
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "echo '{{title}}' &lt;in")
                .containsPattern("<title>A .*bold.* &amp; \\{\\{body}} List&lt;T&gt; – Straggler</title>")
                .doesNotContain("<script>alert");
    }

    @Test
    void shouldIndexEverySectionWithItsWords() throws IOException {
        write(
                "README.md",
                "# Tool\n\nFirst *words*\nof `code`.\n\n## Table\n\n| a | b |\n|---|---|\n| one | two |\n\n```sh\nrun me\n```\n");
        write("docs/a.md", "# A\n");
        site();

        String script = page("search-index.js");
        assertThat(script).startsWith(INDEX_BEFORE).endsWith(";\n");
        JsonNode index = JsonMapper.shared().readTree(script.substring(INDEX_BEFORE.length(), script.length() - 2));
        assertThat(index).hasSize(3);
        assertThat(index.get(0).get("href").asString()).isEqualTo("index.html#tool");
        assertThat(index.get(0).get("text").asString()).isEqualTo("First words of code.");
        assertThat(index.get(1).get("heading").asString()).isEqualTo("Table");
        assertThat(index.get(1).get("text").asString()).isEqualTo("a b one two run me");
        assertThat(index.get(2).get("page").asString()).isEqualTo("A");
    }
}
