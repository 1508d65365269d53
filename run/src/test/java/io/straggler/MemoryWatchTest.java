package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.Notice;
import io.straggler.model.Notice.Code;
import io.straggler.model.RunId;
import io.straggler.model.RunListener.Phase;
import io.straggler.sampler.linux.MemoryStalls;
import io.straggler.sampler.linux.SystemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryWatchTest {
    private static final RunId RUN = new RunId(0, 1);

    @TempDir
    Path root;

    private MemoryWatch watch;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectories(root.resolve("proc/pressure"));
        stalled(100);
        watch = new MemoryWatch(new MemoryStalls(SystemFiles.below(root)));
    }

    private void stalled(long us) throws IOException {
        Files.writeString(root.resolve("proc/pressure/memory"), "some avg10=0.00 total=" + us + "\n");
    }

    private void run(Phase phase, long untilUs) throws IOException {
        watch.runStarting(RUN, phase);
        stalled(untilUs);
        watch.runFinished(RUN, phase);
    }

    @Test
    void shouldAddUpMeasuredRunsAlone() throws IOException {
        run(Phase.WARM_UP, 50_000);
        run(Phase.MEASURED, 50_700);
        stalled(900_000);
        run(Phase.MEASURED, 900_600);

        assertThat(watch.notice()).hasValue(Notice.of(Code.MEMORY_SHORT, 1_300_000, 0));
    }

    @Test
    void shouldSayNothingOfLittle() throws IOException {
        run(Phase.MEASURED, 1_000);

        assertThat(watch.notice()).isEmpty();
    }
}
