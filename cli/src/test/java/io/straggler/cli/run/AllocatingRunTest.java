package io.straggler.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.cli.CommandLineRun;
import io.straggler.cli.tasks.Allocates;
import io.straggler.diagnosis.Allocations;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A task that allocates so much that the young generation is full every few iterations: the pauses lead to the method that does it. */
@Timeout(120)
class AllocatingRunTest {
    @TempDir
    private Path scratch;

    @Test
    void shouldNameTheMethodThatFilledTheHeapBeforeThePauses() throws Exception {
        ShortRun run = new ShortRun(scratch);
        CommandLineRun printed = CommandLineRun.of(run.arguments(
                Allocates.class.getName(),
                "--rate",
                "300/s",
                "--count",
                "3000",
                "--threshold",
                "50us",
                "--jvm-arg",
                "-Xmn8m"));
        printed.shouldHaveMeasured();

        Allocations allocations = run.analysis().conclusions().allocations();
        assertThat(allocations.samples()).isGreaterThanOrEqualTo(20);
        Allocations.Part most = allocations.parts().get(0);
        assertThat(most.objectClass()).isEqualTo("byte[]");
        assertThat(most.method()).isEqualTo(Allocates.class.getName() + ".fillTable");
        assertThat(allocations.share(most)).isGreaterThan(0.5);
        assertThat(printed.out()).contains("allocated before: ").contains("byte[] in Allocates.fillTable");
    }
}
