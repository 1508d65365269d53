package io.straggler.flamegraph.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** How the modules of the pages' scripts may use each other, and that each page's script is made of them. */
class PageModulesTest {
    /** Kinds of pages: a folder of modules, a template and a script have this name. */
    private static final List<String> PAGES = List.of("report", "capacity", "comparison", "fleet", "selftest", "sweep");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| scripts/([a-z]+) \\|[^|]*\\| ([^|]*) \\|");
    private static final Pattern SECTION = Pattern.compile("<section id=\"([a-z-]+)\"");
    /** The bundler adds the module to a name that is declared in it. */
    private static final Pattern DECLARED = Pattern.compile("\\w\\$\\$module\\$(\\w+\\$\\w+)");

    private static final Pattern FILLER = Pattern.compile("(?m)^  '?([a-z-]+)'?: fill\\w+,?$");

    private final List<PageModule> modules = PageModule.all();
    private final Map<String, PageModule> byPath =
            modules.stream().collect(Collectors.toMap(PageModule::path, Function.identity()));

    @Test
    void shouldImportOnlyWhatOthersExport() {
        List<String> missing = new ArrayList<>();
        for (PageModule module : modules) {
            module.imports()
                    .forEach((path, names) -> names.forEach(name -> {
                        PageModule other = byPath.get(path);
                        if (other == null
                                || !name.exported().equals("*")
                                        && !other.exports().contains(name.exported())) {
                            missing.add(module.path() + ": " + name.exported() + " of " + path);
                        }
                    }));
        }
        assertThat(modules).hasSizeGreaterThan(50);
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldUseWhatIsImported() {
        List<String> unused = new ArrayList<>();
        for (PageModule module : modules) {
            module.imports()
                    .values()
                    .forEach(names -> names.forEach(name -> {
                        if (!Pattern.compile("\\b" + name.local() + "\\b")
                                .matcher(module.body())
                                .find()) {
                            unused.add(module.path() + ": " + name.local());
                        }
                    }));
        }
        assertThat(unused).isEmpty();
    }

    @Test
    void shouldHaveNoCycles() {
        Set<String> left = new TreeSet<>(byPath.keySet());
        boolean found;
        do {
            found = left.removeIf(
                    path -> byPath.get(path).imports().keySet().stream().noneMatch(left::contains));
        } while (found);
        assertThat(left).as("modules of cycles, and those that use them").isEmpty();
    }

    @Test
    void shouldUseOnlyTheFoldersThatTheMapNames() throws IOException {
        Map<String, Set<String>> allowed = new TreeMap<>();
        for (MatchResult row :
                (Iterable<MatchResult>) ROW.matcher(Files.readString(Path.of("..", "docs", "modules.md")))
                        .results()::iterator) {
            Set<String> folders = new TreeSet<>(Set.of(row.group(1)));
            Pattern.compile("`([a-z]+)`").matcher(row.group(2)).results().forEach(name -> folders.add(name.group(1)));
            allowed.put(row.group(1), folders);
        }
        assertThat(allowed.keySet())
                .isEqualTo(modules.stream().map(PageModule::folder).collect(Collectors.toCollection(TreeSet::new)));
        for (PageModule module : modules) {
            assertThat(module.imports().keySet())
                    .as(module.path())
                    .allMatch(path -> allowed.get(module.folder()).contains(path.substring(0, path.indexOf('/'))));
        }
    }

    @Test
    void shouldBeShownOnAPage() {
        Set<String> reached = new TreeSet<>();
        PAGES.forEach(page -> reach(page + "/main.js", reached));
        assertThat(reached).isEqualTo(new TreeSet<>(byPath.keySet()));
    }

    /** What is in the window every script of the page can see; panels are there for the console and for tests, and no module reads them. */
    @Test
    void shouldPutNothingIntoTheWindowButPanels() {
        assertThat(containing("\\b(?:globalThis|window|self)\\.\\w+ =[^=]")).containsExactly("shared/start.js");
        assertThat(containing("\\bStraggler\\.")).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void shouldBelongToAPageThatBeginsAsAllDo(String page) throws IOException {
        assertThat(resource(page + ".html"))
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<title>Straggler ")
                .contains("</title>\n" + Files.readString(Path.of("src", "main", "pages", "head.html")) + "  <");
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void shouldFillEverySectionOfItsPage(String page) throws IOException {
        assertThat(found(FILLER, byPath.get(page + "/main.js").body()))
                .isEqualTo(found(SECTION, resource(page + ".html")));
    }

    @ParameterizedTest
    @FieldSource("PAGES")
    void shouldBeOneScriptForEachPage(String page) throws IOException {
        Set<String> reached = new TreeSet<>();
        reach(page + "/main.js", reached);
        reached.removeIf(path -> byPath.get(path).exports().isEmpty());
        String script = resource(page + ".js");
        assertThat(found(DECLARED, script))
                .isEqualTo(reached.stream()
                        .map(path -> path.replace(".js", "").replace('/', '$').replace('-', '_'))
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(script)
                .startsWith("(function() { 'use strict';")
                .doesNotContainPattern("(?m)^\\s*(?:import|export)\\b")
                .doesNotContain("</script");
    }

    private List<String> containing(String pattern) {
        return modules.stream()
                .filter(module ->
                        Pattern.compile(pattern).matcher(module.body()).find())
                .map(PageModule::path)
                .toList();
    }

    private void reach(String path, Set<String> reached) {
        if (reached.add(path)) {
            byPath.get(path).imports().keySet().forEach(other -> reach(other, reached));
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = PageTemplate.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
