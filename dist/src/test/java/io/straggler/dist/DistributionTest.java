package io.straggler.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The archive, unpacked and started from an empty folder, with a JDK and no more than what any system has. */
class DistributionTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Packages that a task may see beside its own libraries; docs/reference/limits.md names them. */
    private static final Pattern VISIBLE = Pattern.compile("(io/straggler|org/HdrHistogram|com/sun/jna|one/profiler"
            + "|META-INF|linux-arm64|linux-x64|macos)/.*|flame\\.html|(io|org|com|com/sun|one)/");

    @TempDir
    private static Path scratch;

    private static Path home;
    private static Path tools;

    @TempDir
    private Path empty;

    @BeforeAll
    static void unpack() throws IOException {
        Path zip = Path.of(System.getProperty("archive"));
        try (FileSystem archive = FileSystems.newFileSystem(
                        URI.create("jar:" + zip.toUri()), Map.of("enablePosixFileAttributes", true));
                Stream<Path> entries = Files.walk(archive.getPath("/"))) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                Path target = scratch.resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entry, target, StandardCopyOption.COPY_ATTRIBUTES);
                    Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(entry));
                }
            }
        }
        home = scratch.resolve(zip.getFileName().toString().replaceAll("\\.zip$", ""));
        tools = Files.createDirectory(scratch.resolve("tools"));
        for (String tool : List.of(
                "sh",
                "sed",
                "head",
                "tail",
                "dirname",
                "readlink",
                "tr",
                "uname",
                "cksum",
                "seq",
                "grep",
                "cat",
                "mkdir",
                "mktemp",
                "mv")) {
            Path real = Path.of("/bin/" + tool);
            Files.createSymbolicLink(tools.resolve(tool), Files.exists(real) ? real : Path.of("/usr/bin/" + tool));
        }
    }

    /** Links that lead out of a temporary folder make a warning each when that is deleted. */
    @AfterAll
    static void unlink() throws IOException {
        try (Stream<Path> links = Files.list(tools)) {
            for (Path link : (Iterable<Path>) links::iterator) {
                Files.delete(link);
            }
        }
    }

    private record Ended(int code, String out, String err) {}

    private Ended straggler(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/straggler").toString()));
        command.addAll(List.of(arguments));
        return start(command);
    }

    private Ended start(List<String> command) throws IOException, InterruptedException {
        return start(command, Map.of());
    }

    private Ended start(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        Path folder = Files.createDirectories(empty.resolve("work"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // No home, hence no archive of classes, which would take longer than the rest.
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("STRAGGLER_STATE_HOME", empty.resolve("state").toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    @Test
    void shouldSayItsVersionAndHelpAndNothingElse() throws Exception {
        Ended version = straggler("--version");
        assertThat(version.err()).isEmpty();
        assertThat(version.out()).startsWith(home.getFileName().toString().replaceFirst("-", " ") + "\n");
        assertThat(version.code()).isZero();

        Ended help = straggler("--help");
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).startsWith("Usage: straggler ").contains("completion");
        assertThat(help.code()).isZero();
    }

    @Test
    void shouldMeasureATaskFromAnEmptyFolder() throws Exception {
        Ended run = straggler(
                "run",
                "io.straggler.examples.Spike",
                "--classpath",
                home.resolve("examples/straggler-examples.jar").toString(),
                "--rate",
                "200/s",
                "--warmup",
                "200ms",
                "--duration",
                "500ms",
                "--threshold",
                "1ms",
                "--out",
                "here");
        assertHasMeasured(run, empty.resolve("work/here"), 0, 2);
    }

    /** The task of the first page, compiled by the line that a page has for it, and measured by the next, for a shorter time. */
    @ParameterizedTest
    @CsvSource({
        "docs/guide/getting-started.md, cli/target/straggler.jar",
        "docs/guide/install.md, straggler-VERSION/lib/straggler.jar"
    })
    void shouldMeasureTheTaskOfTheFirstPageByTheLinesOfAPage(String page, String jar) throws Exception {
        Path work = Files.createDirectories(empty.resolve("work"));
        Files.writeString(
                work.resolve("MyTask.java"), block(read("docs/guide/getting-started.md"), "java", "class MyTask"));
        List<String> lines = block(read(page), "sh", "javac ").lines().toList();

        String compiler = Path.of(System.getProperty("java.home"), "bin/javac").toString();
        String javac = line(lines, "javac ")
                .replaceFirst("^javac", Matcher.quoteReplacement(compiler))
                .replace(
                        jar.replace("straggler-VERSION", home.getFileName().toString()),
                        home.resolve("lib/straggler.jar").toString());
        Ended compiled = start(List.of(javac.split(" ")));
        assertThat(compiled.code()).as(javac + "\n" + compiled.err()).isZero();

        String run = line(lines, "com.acme.MyTask");
        List<String> arguments = new ArrayList<>(List.of(run.substring(run.indexOf(" run ") + 1)
                .replaceFirst(" --rate \\S+", " --rate 200/s")
                .replaceFirst(" --duration \\S+", "")
                .split(" ")));
        arguments.addAll(List.of("--warmup", "200ms", "--duration", "500ms", "--out", "of-the-first-page"));
        Ended measured = straggler(arguments.toArray(String[]::new));
        assertHasMeasured(measured, work.resolve("of-the-first-page"), 0, 2);
        assertThat(measured.out()).contains("com.acme.MyTask");
    }

    private static String read(String page) throws IOException {
        return Files.readString(ROOT.resolve(page));
    }

    /** The first block of a page in this language that holds a text. */
    private static String block(String page, String language, String text) {
        return Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
    }

    private static String line(List<String> lines, String text) {
        return lines.stream().filter(line -> line.contains(text)).findFirst().orElseThrow();
    }

    @Test
    void shouldFindTheDemoBesideItself() throws Exception {
        // In a container nobody has chosen a locale, and a folder may have any name all the same.
        Ended demo = start(
                List.of(
                        "/bin/sh",
                        "-c",
                        "folder=$(printf 'hier \\303\\244'); \"$0\" \"$@\" --out \"$folder\"; code=$?;"
                                + " mv \"$folder\" here; exit $code",
                        home.resolve("bin/straggler").toString(),
                        "demo",
                        "--rate",
                        "200/s",
                        "--warmup",
                        "200ms",
                        "--duration",
                        "500ms"),
                Map.of("LC_ALL", "C"));
        assertHasMeasured(demo, empty.resolve("work/here"), 0, 2);
        assertThat(demo.out()).contains(" µs").doesNotContain(" ?s");
    }

    /** Or has tried to: on a busy machine a run need not keep its rate, and has few iterations. */
    private static void assertHasMeasured(Ended run, Path folder, Integer... codes) {
        assertThat(run.code()).as(run.err() + run.out()).isIn((Object[]) codes);
        assertThat(folder).isDirectoryContaining("glob:**/report.html").isDirectoryContaining("glob:**/recording.jfr");
        assertThat(run.out()).contains("50%");
    }

    @Test
    void shouldFindTheAdaptersBesideItself() {
        assertThat(home.resolve("jmh/straggler-jmh.jar")).isRegularFile();
        assertThat(home.resolve("jlbh/straggler-jlbh.jar")).isRegularFile();
        assertThat(home.resolve("jlbh/lib")).isDirectoryContaining("glob:**/jlbh-*.jar");
    }

    @Test
    void shouldBringTheDocumentation() throws IOException {
        for (String file : List.of("docs/guide/install.md", "docs/images/report.png")) {
            assertThat(home.resolve(file)).hasSameBinaryContentAs(ROOT.resolve(file));
        }
    }

    @Test
    void shouldPutGatesIntoTheSummaryOfAWorkflow() throws Exception {
        Ended measured = workflow(spike("6s"));

        assertHasMeasured(measured, runsOfWorkflow().get(0), 3);
        assertThat(measured.out()).containsPattern("(?m)^::error::p50 > 1ns: ");
        assertThat(empty.resolve("summary")).content().contains("**failed** `p50 > 1ns`");
        assertThat(outputs("exit-code=")).containsExactly("" + measured.code());
    }

    @Test
    void shouldKeepUsesInOneJobApart() throws Exception {
        Ended first = workflow(spike("500ms"));
        Ended second = workflow(spike("500ms"));
        Ended refused = workflow("run com.acme.Missing");

        List<Path> runs = runsOfWorkflow();
        assertHasMeasured(first, runs.get(0), 0, 2, 3, 4);
        assertHasMeasured(second, runs.get(1), 0, 2, 3, 4);
        assertThat(runs).hasSize(3).doesNotHaveDuplicates();
        assertThat(runs.get(2)).doesNotExist();
        assertThat(refused.code()).isEqualTo(1);
        String summary = Files.readString(empty.resolve("summary"));
        assertThat(summary.split("`p50 > 1ns`", -1)).as(summary).hasSize(3);
        assertThat(summary.lines()).last().asString().startsWith("Straggler ended with exit code 1 before");
    }

    private static String spike(String duration) {
        return "run io.straggler.examples.Spike --classpath \"" + home.resolve("examples/straggler-examples.jar")
                + "\" --rate 200/s --warmup 200ms --duration " + duration
                + "\n --threshold 1ms --fail-if 'p50 > 1ns'";
    }

    /** The run folder of each use of the action, in their order. */
    private List<Path> runsOfWorkflow() throws IOException {
        return outputs("folder=").stream()
                .map(folder -> Path.of(folder).resolve("run"))
                .toList();
    }

    private List<String> outputs(String name) throws IOException {
        return Files.readAllLines(empty.resolve("outputs")).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .toList();
    }

    /** What a job's step does with the arguments that the workflow gives it. */
    private Ended workflow(String arguments) throws IOException, InterruptedException {
        return workflow(arguments, home.resolve("bin/straggler"));
    }

    private Ended workflow(String arguments, Path straggler) throws IOException, InterruptedException {
        return start(
                List.of("/bin/bash", ROOT.resolve("dist/github/measure").toString()),
                Map.of(
                        "GITHUB_ACTIONS",
                        "true",
                        "GITHUB_STEP_SUMMARY",
                        empty.resolve("summary").toString(),
                        "GITHUB_OUTPUT",
                        empty.resolve("outputs").toString(),
                        "STRAGGLER",
                        straggler.toString(),
                        "FOLDER",
                        empty.resolve("report").toString(),
                        "ARGUMENTS",
                        arguments));
    }

    @Test
    void shouldPassTheWordsOfAWorkflowAsTheyAreWritten() throws Exception {
        Path echo = script(empty.resolve("echo"), "printf '[%s]' \"$@\"");

        assertThat(workflow(
                                " run --jvm-arg=-Dre=a\\d+\t'--jvm-arg=-Dtwo=b \\s \"$HOME\"' --fail-if \"p50 > '1ns'\" * \n --note a\" b\"'c' ''",
                                echo)
                        .out())
                .startsWith(
                        "[run][--jvm-arg=-Dre=a\\d+][--jvm-arg=-Dtwo=b \\s \"$HOME\"][--fail-if][p50 > '1ns'][*][--note][a bc][][--out]");
    }

    @Test
    void shouldSayWhereAQuoteOfAWorkflowIsNotClosed() throws Exception {
        Ended refused = workflow("run --fail-if 'p50 > 1ns\n--rate 1/s");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out())
                .isEqualTo(
                        "::error::The arguments of Straggler cannot be split into words: a quote is not closed, 'p50 > 1ns\n");
        assertThat(outputs("exit-code=")).containsExactly("1");
    }

    @Test
    void shouldMeasureInAWorkflowWhoseFolderHasASpace() throws Exception {
        Path checkout = empty.resolve("my runner/straggler");
        script(Files.createDirectories(checkout.resolve("dist/github")).resolve("measure"), "echo \"with $STRAGGLER\"");
        List<String> step = Files.readString(ROOT.resolve("action.yml"))
                .replace("${{ github.action_path }}", checkout.toString())
                .lines()
                .dropWhile(line -> !line.contains("id: measure"))
                .toList();
        Map<String, String> environment = step.stream()
                .filter(line -> line.matches(" {8}(MEASURE|STRAGGLER): .*"))
                .map(line -> line.strip().split(": ", 2))
                .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
        String run = line(step, "      run: ").strip().replaceAll("^run: |'", "");

        assertThat(start(List.of("/bin/bash", "-c", run), environment).out())
                .isEqualTo("with " + checkout.resolve("straggler") + "\n");
    }

    private static Path script(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return file;
    }

    @Test
    void shouldNotChooseAmongSeveralArchivesForAnImage() throws Exception {
        Path archives = Files.createDirectory(empty.resolve("archives"));
        String check = Files.readString(ROOT.resolve("dist/docker/Dockerfile"))
                .replace("\\\n", "")
                .replace("/tmp/archives", archives.toString())
                .lines()
                .filter(line -> line.startsWith("RUN "))
                .map(line -> line.substring("RUN ".length()))
                .findFirst()
                .orElseThrow();

        Files.createFile(archives.resolve("straggler-0.1.0.zip"));
        assertThat(start(List.of("/bin/sh", "-c", check)).code()).isZero();
        Files.createFile(archives.resolve("straggler-0.2.0.zip"));
        Ended refused = start(List.of("/bin/sh", "-c", check));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("mvn clean", "straggler-0.1.0.zip", "straggler-0.2.0.zip");
    }

    @Test
    void shouldSayInASummaryThatNothingWasMeasured() throws Exception {
        Ended refused = workflow("run com.acme.Missing");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).startsWith("Task class not found: com.acme.Missing");
        assertThat(empty.resolve("summary"))
                .content()
                .startsWith("Straggler ended with exit code 1 before there was a result");
        assertThat(outputs("exit-code=")).containsExactly("1");
    }

    @Test
    void shouldCarryTheLicenceInArchiveAndJars() throws IOException {
        for (String text : List.of("LICENSE", "NOTICE")) {
            String expected = Files.readString(ROOT.resolve(text));
            assertThat(home.resolve(text)).content().isEqualTo(expected);
            for (String jar : List.of(
                    "lib/straggler.jar",
                    "examples/straggler-examples.jar",
                    "jlbh/straggler-jlbh.jar",
                    "jmh/straggler-jmh.jar",
                    "agent/straggler-agent.jar")) {
                try (JarFile file = new JarFile(home.resolve(jar).toFile())) {
                    ZipEntry entry = file.getEntry("META-INF/" + text);
                    assertThat(entry).as("%s of %s", text, jar).isNotNull();
                    assertThat(new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8))
                            .as("%s of %s", text, jar)
                            .isEqualTo(expected);
                    assertThat(file.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                            .as(jar)
                            .startsWith("io.straggler");
                }
            }
        }
    }

    @Test
    void shouldShowATaskNoLibraryThatItMayUseInAnotherVersion() throws IOException {
        try (JarFile jar = new JarFile(home.resolve("lib/straggler.jar").toFile())) {
            assertThat(jar.stream().map(ZipEntry::getName)).allMatch(VISIBLE.asMatchPredicate());
            assertThat(jar.stream().map(ZipEntry::getName)).noneMatch(name -> name.startsWith("META-INF/versions/"));
        }
    }

    private static final Pattern COMPONENT =
            Pattern.compile("pkg:maven/(?!io\\.straggler/)[^/\"]+/([^@\"]+)@([^?\"]+)");
    private static final Pattern WORK = Pattern.compile("([A-Za-z][\\w.-]*) (\\d[\\w.]*)");

    /** Works inside a jar, as its bill of materials names them. */
    private static Set<String> worksInside(JarFile jar) throws IOException {
        ZipEntry bill = jar.getEntry("META-INF/sbom/straggler.cdx.json");
        assertThat(bill).as(jar.getName()).isNotNull();
        return works(COMPONENT, new String(jar.getInputStream(bill).readAllBytes(), StandardCharsets.UTF_8));
    }

    private static Set<String> works(Pattern pattern, String text) {
        Set<String> works = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            works.add(matcher.group(1) + " " + matcher.group(2));
        }
        return works;
    }

    /** Works in the table of NOTICE, which has a work in each row, or several that go on in indented rows. */
    private static Set<String> worksOfNotice(String place) throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("NOTICE"));
        int rule = lines.indexOf(lines.stream()
                .filter(line -> line.startsWith("  ---"))
                .findFirst()
                .orElseThrow());
        int licence = lines.get(rule - 1).indexOf("licence");
        List<String> rows = new ArrayList<>();
        for (String line : lines.subList(rule + 1, lines.size())) {
            if (line.isBlank()) {
                break;
            }
            if (line.startsWith("   ")) {
                String before = rows.remove(rows.size() - 1);
                rows.add(before + "\n" + line);
            } else {
                rows.add(line);
            }
        }
        return rows.stream()
                .filter(row -> row.contains(place))
                .flatMap(String::lines)
                .map(line -> line.substring(0, Math.min(licence, line.length())))
                .flatMap(names -> works(WORK, names).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @CsvSource({"lib/straggler.jar", "agent/straggler-agent.jar", "examples/straggler-examples.jar"})
    void shouldNameWhatIsInsideAndInWhichVersion(String name) throws IOException {
        try (JarFile jar = new JarFile(home.resolve(name).toFile())) {
            Set<String> inside = worksInside(jar);
            assertThat(inside).isNotEmpty();
            assertThat(worksOfNotice(name.replaceFirst(".*/", ""))).isEqualTo(inside);
            for (ZipEntry entry : jar.stream()
                    .filter(one -> one.getName().matches("META-INF/maven/(?!io\\.straggler/).*/pom\\.properties"))
                    .toList()) {
                Properties work = new Properties();
                work.load(jar.getInputStream(entry));
                assertThat(inside).contains(work.get("artifactId") + " " + work.get("version"));
            }
        }
    }

    @Test
    void shouldNameTheLibrariesBesideTheAdapterForJlbh() throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("jlbh/lib"))) {
            assertThat(files.map(file -> file.getFileName().toString().replaceFirst("-([0-9.]+)\\.jar$", " $1")))
                    .containsExactlyInAnyOrderElementsOf(worksOfNotice("jlbh/lib"));
        }
    }

    @Test
    void shouldHaveNativeCodeOnlyForPlatformsThatAreMeasured() throws IOException {
        String[] platforms = {"darwin-aarch64", "darwin-x86-64", "linux-aarch64", "linux-x86-64"};
        try (JarFile jar = new JarFile(home.resolve("lib/straggler.jar").toFile())) {
            assertThat(jar.stream().flatMap(entry -> platform(entry.getName()).stream()))
                    .containsExactlyInAnyOrder(platforms);
        }
        try (JarFile agent =
                new JarFile(home.resolve("agent/straggler-agent.jar").toFile())) {
            List<JarEntry> nested = agent.stream()
                    .filter(entry -> entry.getName().startsWith("inside/jna-"))
                    .toList();
            assertThat(nested).hasSize(1);
            List<String> found = new ArrayList<>();
            try (ZipInputStream jna = new ZipInputStream(agent.getInputStream(nested.get(0)))) {
                for (ZipEntry entry = jna.getNextEntry(); entry != null; entry = jna.getNextEntry()) {
                    found.addAll(platform(entry.getName()));
                }
            }
            assertThat(found).containsExactlyInAnyOrder(platforms);
        }
    }

    /** The platform of a native library of JNA. */
    private static List<String> platform(String entry) {
        Matcher library =
                Pattern.compile("com/sun/jna/([^/]+)/[^/]*jnidispatch[^/]*").matcher(entry);
        return library.matches() ? List.of(library.group(1)) : List.of();
    }
}
