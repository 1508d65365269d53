package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.SerialCollector;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script {@code straggler}, in a folder where nothing is built, with tools that only pretend. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("").toAbsolutePath().getParent().resolve("straggler");

    @TempDir
    private Path scratch;

    private Path home;
    private Path tools;

    @BeforeEach
    void shouldHaveOnlyTheToolsThatAnySystemHas() throws IOException {
        home = Files.createDirectory(scratch.resolve("a home"));
        Files.copy(SCRIPT, home.resolve("straggler"));
        tools = Files.createDirectory(home.resolve("tools"));
        for (String tool : new String[] {
            "sed",
            "head",
            "tail",
            "dirname",
            "readlink",
            "find",
            "mkdir",
            "touch",
            "tr",
            "cat",
            "mv",
            "rm",
            "mktemp",
            "ln",
            "rmdir",
            "sleep",
            "uname",
            "cksum"
        }) {
            Path real = Files.exists(Path.of("/bin/" + tool)) ? Path.of("/bin/" + tool) : Path.of("/usr/bin/" + tool);
            pretend(tool, "exec " + real + " \"$@\"");
        }
    }

    private void pretend(String tool, String script) throws IOException {
        Path file = tools.resolve(tool);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void pretendJava(String version) throws IOException {
        pretendJava(version, "");
    }

    /** @param beforeStart what it does with {@code $argument}, each of its arguments */
    private void pretendJava(String version, String beforeStart) throws IOException {
        pretend(
                "java",
                "case \"$1\" in -version) echo 'openjdk version \"" + version + "\" 2025-01-01' >&2;"
                        + " echo 'OpenJDK 64-Bit Server VM (build " + version + "+1, mixed mode)' >&2;"
                        + " echo \"[$$ is another number each time]\" >&2; exit;; esac\n"
                        + "case \"$*\" in *straggler.check=true*) exit ${check:-0};; esac\n"
                        + "for argument; do :; " + beforeStart + "\ndone\n"
                        + "echo \"started: $*\"");
        pretend("javac", "exit 0");
    }

    /** @param meanwhile what happens in the checkout during the build */
    private void pretendMaven(String meanwhile) throws IOException {
        pretend(
                "mvn",
                "case \"$1\" in -v) echo 'Apache Maven 3.9.9'; exit;; esac\ncd '" + home + "'\n" + meanwhile
                        + "\nmkdir -p cli/target examples/basic/target examples/queue/target integrations/jlbh/target"
                        + " integrations/jmh/target integrations/agent/target"
                        + " && touch cli/target/straggler.jar examples/basic/target/straggler-examples.jar"
                        + " examples/queue/target/straggler-examples-queue.jar integrations/jlbh/target/straggler-jlbh.jar"
                        + " integrations/jmh/target/straggler-jmh.jar integrations/agent/target/straggler-agent.jar");
    }

    private static String archiving(String flag) {
        return archiving(flag, ":");
    }

    private static String archiving(String flag, String andThen) {
        return "case \"$argument\" in " + flag + "=*) echo classes >\"${argument#*=}\"; " + andThen + ";; esac";
    }

    /** With everything built. */
    private void haveJars() throws IOException {
        for (String jar : new String[] {
            "cli/target/straggler.jar",
            "cli/target/.built",
            "examples/basic/target/straggler-examples.jar",
            "examples/queue/target/straggler-examples-queue.jar",
            "integrations/jlbh/target/straggler-jlbh.jar",
            "integrations/jmh/target/straggler-jmh.jar",
            "integrations/agent/target/straggler-agent.jar"
        }) {
            Files.createDirectories(home.resolve(jar).getParent());
            Files.writeString(home.resolve(jar), "");
        }
    }

    private String run(int expectedCode, Map<String, String> more) throws IOException, InterruptedException {
        return run("run", expectedCode, more);
    }

    private String run(String command, int expectedCode, Map<String, String> more)
            throws IOException, InterruptedException {
        return runAs(home.resolve("straggler").toString(), command, expectedCode, more);
    }

    /** @param script its path, which may be one from the folder above it */
    private String runAs(String script, String command, int expectedCode, Map<String, String> more)
            throws IOException, InterruptedException {
        Process process = start(script, command, more);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(expectedCode);
        return output;
    }

    private Process start(String script, String command, Map<String, String> more) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script, command)
                .redirectErrorStream(true)
                .directory(scratch.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(more);
        return builder.start();
    }

    /** The command {@code locale} is missing from many containers, and a locale that is named need not be installed. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "'', '', C.UTF-8",
                "LC_ALL=C, '', C.UTF-8",
                "LC_ALL=POSIX, '', C.UTF-8",
                "LANG=C, '', C.UTF-8",
                "LC_CTYPE=POSIX, '', C.UTF-8",
                "LANG=de_DE.UTF-8, '', none",
                "LANG=de_DE@euro, echo ISO-8859-15, none",
                "LANG=de_DE.UTF-8, echo UTF-8, none",
                "LANG=de_DE.UTF-8, case $LC_ALL in C.UTF-8) echo UTF-8;; *) echo ANSI_X3.4-1968;; esac, C.UTF-8",
                "LC_ALL=C, echo US-ASCII, en_US.UTF-8",
            })
    void shouldStartTheJvmWhereAllCharactersAreKnown(String chosen, String locale, String expected) throws Exception {
        haveJars();
        pretendJava("17.0.1", "[ -z \"$argument\" ] || echo \"in ${LC_ALL:-none}\"");
        if (!locale.equals("''")) {
            pretend("locale", locale);
        }
        Map<String, String> environment =
                chosen.equals("''") ? Map.of() : Map.of(chosen.split("=", 2)[0], chosen.split("=", 2)[1]);
        assertThat(run("doctor", 0, environment).lines().filter(line -> line.startsWith("in ")))
                .isNotEmpty()
                .containsOnly("in " + expected);
    }

    @Test
    void shouldSayThatThereIsNoJava() throws Exception {
        assertThat(run(1, Map.of()))
                .isEqualTo(
                        "Straggler needs JDK 17 or newer: there is no java. Install one, or point JAVA_HOME at it.\n");
        assertThat(run(1, Map.of("JAVA_HOME", home.toString())))
                .startsWith("Straggler needs JDK 17 or newer: there is no " + home + "/bin/java. ");
    }

    @Test
    void shouldSayThatJavaIsTooOld() throws Exception {
        pretendJava("11.0.22");
        assertThat(run(1, Map.of()))
                .isEqualTo("Straggler needs JDK 17 or newer: java is version 11. Point JAVA_HOME at a newer one.\n");
        pretendJava("1.8.0_402");
        assertThat(run(1, Map.of())).contains("java is version 1.");
    }

    @Test
    void shouldShowWhyJavaDoesNotStart() throws Exception {
        pretend("java", "echo 'Invalid maximum heap size: -Xmx4gb' >&2; exit 1");
        assertThat(run(1, Map.of()))
                .isEqualTo("Invalid maximum heap size: -Xmx4gb\n"
                        + "java does not start, for the reason above. JAVA_TOOL_OPTIONS may ask too much of it, or a limit may leave"
                        + " it too little: see ulimit -a.\n");
    }

    @Test
    void shouldShowWhatSaysNoVersion() throws Exception {
        pretend("java", "echo 'a wrapper of somebody' >&2");
        assertThat(run(1, Map.of()))
                .isEqualTo("a wrapper of somebody\n"
                        + "Straggler needs JDK 17 or newer: java did not say its version, but the above.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3.6.3", "2.2.1"})
    void shouldBuildWithTheWrapperWhereMavenIsMissingOrTooOld(String version) throws Exception {
        pretendJava("17.0.1");
        if (!version.isEmpty()) {
            pretend("mvn", "echo 'Apache Maven " + version + " (cecedd343002696d0abb50b32b541b8a6ba2883f)'");
        }
        Path wrapper = Files.writeString(home.resolve("mvnw"), "#!/bin/sh\necho \"$*\" >\"" + home + "/wrapped\"\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();

        assertThat(run("doctor", 0, Map.of())).contains("Building", "started: ");
        assertThat(home.resolve("wrapped")).content().startsWith("-B -q -f " + home + "/pom.xml package ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "doctor | cli,examples/basic,integrations/jmh,integrations/agent",
                "fleet | cli,examples/basic,integrations/jmh,integrations/agent,studies/fleet",
                "io.straggler.examples.queue.PersistedQueue | cli,examples/basic,integrations/jmh,integrations/agent,examples/queue",
                "--jlbh-settings | cli,examples/basic,integrations/jmh,integrations/agent,integrations/jlbh"
            })
    void shouldBuildWhatTheCommandNeeds(String word, String modules) throws Exception {
        pretendJava("17.0.1");
        pretendMaven("echo \"$*\" >built");
        assertThat(run(word, 0, Map.of())).contains("started: ");
        assertThat(home.resolve("built")).content().contains(" -pl " + modules + " -am");
    }

    @Test
    void shouldShowTheEndOfABuildThatFails() throws Exception {
        pretendJava("17.0.1");
        pretend("mvn", "case \"$1\" in -v) echo 'Apache Maven 3.8.7';; *) echo 'no such dependency'; exit 1;; esac");
        assertThat(run(1, Map.of())).contains("no such dependency", "The build failed; all of its output is in ");
        assertNothingIsLeftOfABuild();
    }

    @Test
    void shouldBuildOnFirstUseAndAfterASourceChangeOnly() throws Exception {
        pretendJava("25.0.1");
        pretendMaven(":");
        Files.writeString(home.resolve("pom.xml"), "<project/>");

        assertThat(run(0, Map.of()))
                .contains("Building Straggler", "started: --enable-native-access=ALL-UNNAMED ")
                .endsWith("io.straggler.cli.Main run\n");
        assertThat(run(0, Map.of())).doesNotContain("Building").contains("started: ");

        Path source = home.resolve("cli/src/main/java/Changed.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "class Changed {}");
        Files.setLastModifiedTime(
                source,
                FileTime.fromMillis(Files.getLastModifiedTime(home.resolve("cli/target/.built"))
                                .toMillis()
                        + 5_000));
        assertThat(run(0, Map.of())).contains("Building Straggler");
    }

    private void assertNothingIsLeftOfABuild() throws IOException {
        try (var files = Files.list(home.resolve("cli/target"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isSubsetOf("straggler.jar", ".built", "build.log");
        }
    }

    @Test
    @Timeout(60)
    void shouldNotBuildTwiceAtATime() throws Exception {
        pretendJava("17.0.1");
        pretendMaven("echo again >>builds; read line");
        Process first = start(home.resolve("straggler").toString(), "doctor", Map.of());
        try {
            BufferedReader output = first.inputReader();
            assertThat(output.readLine()).startsWith("Building Straggler");
            assertThat(run("doctor", 1, Map.of()))
                    .isEqualTo("Another process is building Straggler: run this again when it has finished."
                            + " If none is, remove " + home + "/cli/target/.building\n");
            first.getOutputStream().close();
            assertThat(output.readLine()).startsWith("started: ");
            assertThat(first.waitFor()).isZero();
        } finally {
            first.destroy();
        }
        assertThat(home.resolve("builds")).hasContent("again");
        assertNothingIsLeftOfABuild();
    }

    /** A file where the folder should be: root may write anywhere else. */
    @Test
    void shouldSayThatItCannotBuildWhereItCannotWrite() throws Exception {
        pretendJava("17.0.1");
        pretendMaven("echo built");
        Files.createDirectories(home.resolve("cli"));
        Files.createFile(home.resolve("cli/target"));

        assertThat(run("doctor", 1, Map.of()))
                .isEqualTo(
                        "Straggler has to be built, and " + home
                                + "/cli/target cannot be written to: build it as the user whom it belongs to, by ./straggler doctor\n");
    }

    @Test
    void shouldLeaveNothingWhenABuildIsStopped() throws Exception {
        pretendJava("17.0.1");
        pretendMaven("kill -TERM $PPID; exit 143");

        assertThat(run("doctor", 143, Map.of())).contains("Building").doesNotContain("started: ");
        assertNothingIsLeftOfABuild();
    }

    @Test
    void shouldBuildAgainAfterASourceHasChangedDuringABuild() throws Exception {
        pretendJava("17.0.1");
        // Later than what was there when the build began, however coarse the file system's clock is.
        pretendMaven("mkdir -p cli/src/main; file=cli/src/main/Changed; touch mark\n"
                + "[ -f $file ] || until [ $file -nt mark ]; do touch $file; done");

        assertThat(run("doctor", 0, Map.of())).contains("Building");
        FileTime changed = Files.getLastModifiedTime(home.resolve("cli/src/main/Changed"));
        assertThat(Files.getLastModifiedTime(home.resolve("cli/target/.built"))).isLessThan(changed);
        assertThat(run("doctor", 0, Map.of())).contains("Building");
        assertThat(run("doctor", 0, Map.of())).doesNotContain("Building");
    }

    @Test
    void shouldFindItsFolderWhereverTheShellLooksForFolders() throws Exception {
        haveJars();
        pretendJava("17.0.1");

        assertThat(runAs("a home/straggler", "doctor", 0, Map.of("CDPATH", scratch.toString())))
                .startsWith("started: ")
                .contains(" -Dstraggler.home=" + home + " ");
    }

    @Test
    void shouldArchiveTheClassesOnceForEachJarAndJdk() throws Exception {
        haveJars();
        for (String[] jdk : new String[][] {
            {"17.0.1", "-XX:ArchiveClassesAtExit", "-XX:SharedArchiveFile"},
            {"24.0.2", "-XX:ArchiveClassesAtExit", "-XX:SharedArchiveFile"},
            {"25.0.1", "-XX:AOTCacheOutput", "-XX:AOTCache"}
        }) {
            pretendJava(jdk[0], archiving(jdk[1]));
            assertThat(run(0, Map.of()))
                    .contains("Preparing Straggler for this JDK, once", jdk[2] + "=" + home + "/cli/target/")
                    .endsWith("io.straggler.cli.Main run\n");
            assertThat(run(0, Map.of())).doesNotContain("Preparing").contains(jdk[2] + "=");
        }

        Path jar = home.resolve("cli/target/straggler.jar");
        Files.setLastModifiedTime(
                jar, FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 5_000));
        assertThat(run(0, Map.of())).contains("Preparing", "-XX:AOTCache=");
        assertThat(run(0, Map.of())).doesNotContain("Preparing").contains("-XX:AOTCache=");
        assertNothingIsLeftOfTraining();
    }

    private void assertNothingIsLeftOfTraining() throws IOException {
        try (var files = Files.list(home.resolve("cli/target"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allMatch(
                            name -> name.equals("straggler.jar") || name.equals(".built") || name.endsWith(".classes"));
        }
    }

    @Test
    void shouldNotUseWhatWasArchivedWhenTrainingFailed() throws Exception {
        haveJars();
        pretendJava("25.0.1", archiving("-XX:AOTCacheOutput", "exit 1"));

        assertThat(run(0, Map.of())).contains("Preparing", "started: ").doesNotContain("-XX:AOTCache=");
        assertThat(run(0, Map.of())).doesNotContain("Preparing").contains("started: ");
        assertNothingIsLeftOfTraining();
    }

    @Test
    void shouldEndAndLeaveNothingWhenTrainingIsStopped() throws Exception {
        haveJars();
        pretendJava("25.0.1", archiving("-XX:AOTCacheOutput", "kill -TERM $PPID; exit 143"));

        assertThat(run(143, Map.of())).contains("Preparing").doesNotContain("started: ");
        assertNothingIsLeftOfTraining();
        pretendJava("25.0.1", archiving("-XX:AOTCacheOutput"));
        assertThat(run(0, Map.of())).contains("Preparing", "-XX:AOTCache=");
    }

    @Test
    void shouldArchiveNothingForAJdkThatDoesNotSayWhatItIs() throws Exception {
        haveJars();
        pretend(
                "java",
                "case \"$1\" in -version) echo 'openjdk version \"25.0.1\"' >&2;; *) echo \"started: $*\";; esac");

        assertThat(run(0, Map.of())).startsWith("started: ").doesNotContain("Preparing", "-XX:AOTCache");
    }

    @Test
    void shouldStartWithoutAnArchiveWhereThereCanBeNone() throws Exception {
        haveJars();
        pretendJava("25.0.1");

        assertThat(run(0, Map.of())).contains("Preparing", "started: ").doesNotContain("-XX:AOTCache=");
        assertThat(run(0, Map.of()))
                .doesNotContain("Preparing")
                .contains("started: ")
                .doesNotContain("-XX:AOTCache=");
    }

    @Test
    void shouldPrepareNothingForWhatIsNotWorthWaitingFor() throws Exception {
        haveJars();
        pretendJava("25.0.1", archiving("-XX:AOTCacheOutput"));

        for (String command : new String[] {"doctor", "help", "--help", "--version", "completion", "rnu"}) {
            assertThat(run(command, 0, Map.of())).doesNotContain("Preparing").contains("started: ");
        }
        assertThat(run("run", 1, Map.of("check", "1"))).isEmpty();
        assertThat(run("run", 0, Map.of("check", "10")))
                .doesNotContain("Preparing")
                .contains("started: ");
        assertThat(run("run", 0, Map.of())).contains("Preparing", "started: ");
    }

    @Test
    void shouldHaveTheSerialCollectorWhateverTheEnvironmentChooses() throws Exception {
        haveJars();
        pretendJava("17.0.1");

        assertThat(run("doctor", 0, Map.of())).contains(String.join(" ", SerialCollector.FLAGS));
    }
}
