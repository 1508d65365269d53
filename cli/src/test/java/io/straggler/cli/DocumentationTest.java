package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.fork.Jvms;
import io.straggler.cli.option.OptionTexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What the documentation shows compiles, parses and exists. */
class DocumentationTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```");
    private static final List<String> NOT_TEXTS = List.of(
            "classpath",
            "jvm-arg",
            "json",
            "out",
            "forks",
            "hgrm",
            "fail-if",
            "require",
            "allow-undecided",
            "junit",
            "markdown",
            "jlbh",
            "jmh",
            "jmh-param",
            "relative-to");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)]*))?\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^ '])+");

    @TempDir
    private Path scratch;

    @Test
    void shouldCompileEveryJavaBlock() {
        // What shows an integration is compiled there, with its dependencies.
        List<String> blocks = blocks("java").stream()
                .filter(source -> !source.contains("import io.straggler.junit."))
                .toList();
        assertThat(blocks).hasSizeGreaterThanOrEqualTo(3);
        blocks.forEach(this::compile);
    }

    private void compile(String source) {
        Matcher name = Pattern.compile("class (\\w+)").matcher(source);
        assertThat(name.find()).as(source).isTrue();
        Matcher home = Pattern.compile("package ([\\w.]+);").matcher(source);
        String path = (home.find() ? home.group(1).replace('.', '/') + "/" : "") + name.group(1) + ".java";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        compiler.getTask(null, null, problems, List.of("-d", scratch.toString(), "-proc:none"), null, List.of(file))
                .call();
        assertThat(problems.getDiagnostics())
                .filteredOn(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .as(source)
                .isEmpty();
    }

    @Test
    void shouldUnderstandEveryCommandOfOurs() {
        List<String[]> commands = blocks("sh").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("./straggler "))
                .map(line -> words(line.substring("./straggler ".length())))
                .toList();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(10);
        for (String[] command : commands) {
            CommandLine.ParseResult parsed = Main.commandLine(Jvms.PROCESSES)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(command);
            assertThat(parsed.hasSubcommand()).as(Arrays.toString(command)).isTrue();
            understandValues(parsed.subcommand());
        }
    }

    /** As a shell takes them apart, as far as the documentation goes. */
    private static String[] words(String line) {
        return WORD.matcher(line)
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
    }

    /** The values of options that the command hands on as texts. */
    private static void understandValues(CommandLine.ParseResult run) {
        if (!run.commandSpec().name().equals("run")) {
            return;
        }
        Map<String, String> texts = new TreeMap<>();
        for (OptionSpec option : run.matchedOptions()) {
            String name = option.longestName().substring(2);
            if (!NOT_TEXTS.contains(name)) {
                texts.put(name, option.getValue().toString());
            }
        }
        OptionTexts.parse(texts).check();
    }

    @Test
    void shouldDescribeEveryOptionOfTheCommandsThatMeasureAndCompare() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/reference/cli.md"));
        Map<String, CommandLine> commands = Main.commandLine(Jvms.PROCESSES).getSubcommands();
        for (String command : List.of("run", "compare", "ab", "sweep", "capacity", "ping")) {
            for (OptionSpec option : commands.get(command).getCommandSpec().options()) {
                if (!option.usageHelp() && !option.versionHelp()) {
                    assertThat(page).contains("`" + option.longestName() + "`");
                }
            }
        }
    }

    @Test
    void shouldLinkOnlyToWhatExists() {
        for (Path page : pages()) {
            Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                if (!link.group(1).contains("://")) {
                    Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                    assertThat(target).as("%s links to %s", page, link.group()).exists();
                    if (link.group(2) != null) {
                        assertThat(anchors(target))
                                .as("%s links to %s", page, link.group())
                                .contains(link.group(2));
                    }
                }
            }
        }
    }

    /** The names by which headings can be linked to, as GitHub makes them. A comment in a block of code is no heading. */
    private static Set<String> anchors(Path page) {
        return HEADING.matcher(FENCED.matcher(read(page)).replaceAll(""))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** A row that goes on in the next line is two rows to whoever renders the page. */
    @Test
    void shouldHaveTableRowsOnOneLine() {
        List<String> cut = new ArrayList<>();
        for (Path page : pages()) {
            boolean code = false;
            for (String line : read(page).split("\n")) {
                code ^= line.startsWith("```");
                if (!code && line.startsWith("|") && !line.endsWith("|")) {
                    cut.add(ROOT.relativize(page) + ": " + line);
                }
            }
        }
        assertThat(cut).isEmpty();
    }

    @Test
    void shouldHoldNoPlaceholders() {
        for (Path page : pages()) {
            assertThat(read(page)).as(page.toString()).doesNotContain("@@", "TODO", "TBD", "<<<<<<<", ">>>>>>>");
        }
    }

    @Test
    void shouldNameTheVersionThatIsBuilt() throws IOException {
        Pattern named = Pattern.compile(
                "\\d+\\.\\d+\\.\\d+-SNAPSHOT|straggler[-\\w]*(?:</artifactId>\\s*<version>|:)(\\d[^\"<]*)");
        Matcher built = Pattern.compile("<artifactId>straggler-parent</artifactId>\\s*<version>([^<]+)<")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(built.find()).isTrue();
        for (String page : List.of("docs/guide/install.md", "docs/guide/junit.md", "jbang-catalog.json")) {
            assertThat(named.matcher(Files.readString(ROOT.resolve(page)))
                            .results()
                            .map(found -> found.group(1) == null ? found.group() : found.group(1)))
                    .as(page)
                    .isNotEmpty()
                    .containsOnly(built.group(1));
        }
    }

    private static List<String> blocks(String language) {
        List<String> blocks = new ArrayList<>();
        for (Path page : pages()) {
            Matcher block = BLOCK.matcher(read(page));
            while (block.find()) {
                if (block.group(1).equals(language)) {
                    blocks.add(block.group(2));
                }
            }
        }
        return blocks;
    }

    private static List<Path> pages() {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> results = Files.list(ROOT.resolve("benchmarks/results"))) {
            return Stream.concat(top, Stream.concat(docs, results))
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
