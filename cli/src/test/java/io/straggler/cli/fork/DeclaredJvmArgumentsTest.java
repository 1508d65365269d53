package io.straggler.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.cli.option.TaskSpec;
import io.straggler.cli.option.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredJvmArgumentsTest {
    private static final String TASK = "com.acme.MyTask";
    private static final TaskSpec SPEC = new TaskSpec.OfClass(TASK);
    private static final String TASK_FILE = "com/acme/MyTask.class";
    private static final String DECLARED = """
            # what it is for
            --add-opens=java.base/java.lang=ALL-UNNAMED

              -Dlist=a:b
            23: --only-from=23
            25: -XX:OnlyFrom25
            """;

    @TempDir
    private Path folder;

    private String withTask;
    private String withoutTask;

    @BeforeEach
    void writeJars() throws IOException {
        withTask = jar("lib/with.jar", Map.of(TASK_FILE, "", DeclaredJvmArguments.FILE, DECLARED));
        withoutTask = jar("other.jar", Map.of("a/B.class", "", DeclaredJvmArguments.FILE, "-Dof=another"));
    }

    private String jar(String name, Map<String, String> content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : content.entrySet()) {
                jar.putNextEntry(new ZipEntry(entry.getKey()));
                jar.write(entry.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return file.toString();
    }

    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries);
    }

    @Test
    void shouldReadWhatTheJarWithTheTaskDeclares() {
        assertThat(DeclaredJvmArguments.find(path(withoutTask, withTask), SPEC, 17))
                .containsExactly("--add-opens=java.base/java.lang=ALL-UNNAMED", "-Dlist=a:b");
    }

    @Test
    void shouldLeaveOutWhatOnlyNewerJdksUnderstand() {
        assertThat(DeclaredJvmArguments.find(withTask, SPEC, 22)).hasSize(2);
        assertThat(DeclaredJvmArguments.find(withTask, SPEC, 23)).hasSize(3).endsWith("--only-from=23");
        assertThat(DeclaredJvmArguments.find(withTask, SPEC, 25)).hasSize(4).endsWith("-XX:OnlyFrom25");
    }

    @Test
    void shouldLookIntoEveryJarOfAFolderWithAStar() {
        String star = folder.resolve("lib") + File.separator + "*";
        assertThat(DeclaredJvmArguments.find(path(withoutTask, star), SPEC, 17)).hasSize(2);
        assertThat(DeclaredJvmArguments.find(folder.resolve("none") + File.separator + "*", SPEC, 17))
                .isEmpty();
    }

    @Test
    void shouldReadAFolderOfClassesToo() throws IOException {
        Path classes = folder.resolve("classes");
        for (Map.Entry<String, String> file : Map.of(TASK_FILE, "", DeclaredJvmArguments.FILE, "-Dfrom=folder")
                .entrySet()) {
            Path path = classes.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        // The first that holds the task counts, as for the JVM.
        assertThat(DeclaredJvmArguments.find(path(classes.toString(), withTask), SPEC, 17))
                .containsExactly("-Dfrom=folder");
    }

    @Test
    void shouldSayInOneLineWhatCannotBeRead() throws IOException {
        Path classes = folder.resolve("classes");
        Path file = classes.resolve(DeclaredJvmArguments.FILE);
        Files.createDirectories(file.getParent());
        Files.createDirectories(classes.resolve(TASK_FILE).getParent());
        Files.createFile(classes.resolve(TASK_FILE));
        Files.write(file, new byte[] {'-', 'D', (byte) 0xFC});
        assertThatThrownBy(() -> DeclaredJvmArguments.find(classes.toString(), SPEC, 17))
                .isInstanceOf(UsageException.class)
                .hasMessage("META-INF/straggler/jvm-arguments of " + classes + " must be text in UTF-8.");

        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(() -> DeclaredJvmArguments.find(classes.toString(), SPEC, 17))
                .isInstanceOf(UsageException.class)
                .hasMessage("META-INF/straggler/jvm-arguments of " + classes + " cannot be read: Is a directory");
    }

    @Test
    void shouldFindNothingWhereNothingIsDeclaredOrNoTaskIs() throws IOException {
        String silent = jar("silent.jar", Map.of(TASK_FILE, ""));
        String noJar = Files.writeString(folder.resolve("no.jar"), "no jar").toString();
        assertThat(DeclaredJvmArguments.find(path(silent, withTask), SPEC, 17)).isEmpty();
        assertThat(DeclaredJvmArguments.find(path("", noJar, withoutTask), SPEC, 17))
                .isEmpty();
        assertThat(DeclaredJvmArguments.find("", SPEC, 17)).isEmpty();
        assertThat(DeclaredJvmArguments.find(withTask, new TaskSpec.Hosted("jlbh", TASK, List.of()), 17))
                .isEmpty();
    }
}
