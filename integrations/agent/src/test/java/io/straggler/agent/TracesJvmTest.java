package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.agent.users.Letters;
import io.straggler.anyrecording.FilledFolder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Traces of slow calls, in a JVM of its own, on the libraries that programs use. */
@Tag("jar")
@Timeout(120)
class TracesJvmTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTellWhichTraceAnOutlierIsPartOf() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram program = ForkedProgram.withAllLibraries(Letters.class, folder)) {
            for (String kind : List.of("plain", "logged", "spanned", "handed")) {
                program.counts(kind + " 1");
            }
            String letters = Letters.class.getName();
            program.attach(
                    "iterations=" + letters + ".*ed,iterations=" + letters + ".plain,threshold=20ms,out=" + run.path());
            for (String kind : List.of("handed", "plain", "logged", "spanned", "handed", "plain")) {
                program.counts(kind + " 1");
            }
            program.attach("stop");
            assertThat(program.end()).isZero();
        }

        assertThat(FilledFolder.analysis(run).conclusions().diagnosis().outliers())
                .extracting(one -> one.outlier().traceId())
                .endsWith("", Letters.LOGGED, Letters.SPANNED, Letters.HANDED, "");
    }
}
