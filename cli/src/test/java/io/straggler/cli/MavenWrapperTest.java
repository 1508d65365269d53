package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code mvnw}, with an archive of the test's in the place of Maven's. */
class MavenWrapperTest {
    private static final Path SCRIPT = Path.of("").toAbsolutePath().resolveSibling("mvnw");

    @TempDir
    private Path folder;

    private Path archive;

    @BeforeEach
    void prepare() throws Exception {
        Path tool = Files.createDirectories(folder.resolve("apache-maven-9.9.9/bin"))
                .resolve("mvn");
        Files.writeString(tool, "#!/bin/sh\necho \"maven: $*\"\n");
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        archive = folder.resolve("apache-maven-9.9.9-bin.tar.gz");
        run("tar", "-czf", archive.toString(), "-C", folder.toString(), "apache-maven-9.9.9");
        Files.createDirectories(folder.resolve("checkout/.mvn/wrapper"));
        Files.copy(SCRIPT, folder.resolve("checkout/mvnw"));
        write(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive))));
    }

    private void write(String hash) throws IOException {
        Files.writeString(
                folder.resolve("checkout/.mvn/wrapper/maven-wrapper.properties"),
                "distributionUrl=" + archive.toUri() + "\ndistributionSha256Sum=" + hash + "\n");
    }

    private String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("MAVEN_USER_HOME", folder.resolve("user").toString());
        builder.environment().remove("MVNW_URL");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output + process.waitFor();
    }

    private String wrapper() throws IOException, InterruptedException {
        return run("/bin/sh", folder.resolve("checkout/mvnw").toString(), "-v", "a b");
    }

    @Test
    void shouldDownloadMavenOnce() throws Exception {
        assertThat(wrapper()).isEqualTo("Downloading apache-maven-9.9.9 ...\nmaven: -v a b\n0");
        Files.delete(archive);
        assertThat(wrapper()).isEqualTo("maven: -v a b\n0");
    }

    @Test
    void shouldNotRunWhatHasAnotherHash() throws Exception {
        write("0".repeat(64));
        assertThat(wrapper()).contains("has another hash than").endsWith("it was not unpacked.\n1");
        assertThat(folder.resolve("user")).isDirectoryNotContaining("glob:**/bin");
    }

    @Test
    void shouldSayWhenThereIsNothingToDownload() throws Exception {
        Files.delete(archive);
        assertThat(wrapper())
                .contains("Maven could not be downloaded from file:")
                .endsWith("1");
    }
}
