package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Crowds;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.model.Notice;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Thousands of calls that are in flight at once, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class CrowdsJvmTest {
    private static final int CROWD = 10_000;
    private static final int FEW = 100;

    /** Max heap for each call in flight: the program's future and what the agent keeps. */
    private static final long MAX_BYTES_EACH = 1_500;

    @TempDir
    private Path folder;

    private RunFolder run;

    @BeforeEach
    void name() {
        run = new RunFolder(folder.resolve("run"));
    }

    private ForkedProgram attached() throws Exception {
        ForkedProgram program = new ForkedProgram(Crowds.class, folder, "");
        program.attach("iterations=io.straggler.agent.users.Crowds.visit,threshold=20ms,out=" + run.path());
        return program;
    }

    private void end(ForkedProgram program) throws Exception {
        assertThat(program.end()).isZero();
        assertThat(program.err()).isEmpty();
    }

    private static void enter(ForkedProgram program, int guests) throws Exception {
        assertThat(program.ask("enter " + guests)).isEqualTo("inside " + guests);
    }

    private static void leave(ForkedProgram program, int guests) throws Exception {
        assertThat(program.ask("leave")).isEqualTo("left " + guests);
    }

    private static long usedBytes(ForkedProgram program) throws Exception {
        return Long.parseLong(program.ask("memory").split(" ")[0]);
    }

    @Test
    void shouldKeepAndCountTenThousandCallsInFlight() throws Exception {
        try (ForkedProgram program = attached()) {
            enter(program, FEW);
            leave(program, FEW);
            long beforeBytes = usedBytes(program);
            enter(program, CROWD);
            long duringBytes = usedBytes(program);
            leave(program, CROWD);
            program.attach("stop");
            assertThat(duringBytes - beforeBytes).isLessThan(CROWD * MAX_BYTES_EACH);
            end(program);
        }

        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().iterations()).isEqualTo(FEW + CROWD);
        assertThat(analysis.run().outliers()).isGreaterThanOrEqualTo(CROWD);
        // Each outlier is listed, or a note counts it.
        assertThat(analysis.conclusions().diagnosis().outliers().size()
                        + analysis.run().onlyCounted())
                .isEqualTo(analysis.run().outliers());
    }

    /** Calls that are in flight when the agent goes are in no figure, and the program keeps what they return. */
    @Test
    void shouldLeaveWhileTenThousandCallsAreInFlight() throws Exception {
        try (ForkedProgram program = attached()) {
            enter(program, CROWD);
            program.attach("stop");
            leave(program, CROWD);
            end(program);
        }

        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().iterations()).isZero();
        assertThat(analysis.run().notices())
                .contains(Notice.of(Notice.Code.IN_FLIGHT, CROWD))
                .extracting(Notice::sentence)
                .contains("10000 calls were in flight, of methods whose calls go on until what they return is complete:"
                        + " a call is in no figure before it is over.");
    }
}
