package io.straggler.sampler.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.straggler.sampler.linux.SystemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerDemandTest {
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    private Path root;

    private void thread(int id, String name, long ranMs, long waitedMs) throws IOException {
        Path folder = Files.createDirectories(root.resolve("proc/self/task/" + id));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), ranMs * 1_000_000 + " " + waitedMs * 1_000_000 + " 12345\n");
    }

    private void end(int id) throws IOException {
        Path folder = root.resolve("proc/self/task/" + id);
        Files.delete(folder.resolve("comm"));
        Files.delete(folder.resolve("schedstat"));
        Files.delete(folder);
    }

    @Test
    void shouldCountWhatCompilersRanAndWaitedForACore() throws IOException {
        thread(10, "main", 5_000, 5_000);
        thread(11, "C2 CompilerThre", 9_000, 100);
        thread(12, "C1 CompilerThre", 700, 0);
        CompilerDemand demand = new CompilerDemand(SystemFiles.below(root), 0);

        thread(10, "main", 9_000, 9_000);
        thread(11, "C2 CompilerThre", 9_500, 300);
        thread(12, "C1 CompilerThre", 800, 0);
        assertThat(demand.cores(SECOND_NS)).isCloseTo(0.8, within(1e-9));

        assertThat(demand.cores(3 * SECOND_NS)).isZero();
        assertThat(demand.cores(3 * SECOND_NS)).isZero();
    }

    @Test
    void shouldCountThreadsThatComeAndForgetThoseThatGo() throws IOException {
        thread(11, "C2 CompilerThre", 9_000, 0);
        CompilerDemand demand = new CompilerDemand(SystemFiles.below(root), 0);

        end(11);
        thread(21, "C2 CompilerThre", 300, 0);
        assertThat(demand.cores(SECOND_NS)).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void shouldKnowNothingWhereTheSystemSaysNothing() {
        CompilerDemand demand = new CompilerDemand(SystemFiles.below(root), 0);
        assertThat(demand.cores(SECOND_NS)).isZero();
    }

    @Test
    void shouldFindTheCompilersOfThisJvm() {
        SystemFiles machine = SystemFiles.ofThisMachine();
        AtomicBoolean looked = new AtomicBoolean();
        SystemFiles noThreadsAtFirst = new SystemFiles() {
            @Override
            public Optional<String> text(String path) {
                return machine.text(path);
            }

            @Override
            public List<String> names(String folder) {
                return looked.getAndSet(true) ? machine.names(folder) : List.of();
            }
        };
        // All that they have used since this JVM began.
        assertThat(new CompilerDemand(noThreadsAtFirst, 0).cores(SECOND_NS)).isPositive();
    }
}
