package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.MemoryStalls.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryStallsTest {
    private static final String PRESSURE = """
            some avg10=0.00 avg60=0.12 avg300=0.03 total=%s
            full avg10=0.00 avg60=0.10 avg300=0.02 total=77
            """;

    @TempDir
    Path root;

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private MemoryStalls stalls() {
        return new MemoryStalls(SystemFiles.below(root));
    }

    @Test
    void shouldReadTheGroupAndEveryLimitAboveIt() throws IOException {
        write("proc/self/cgroup", "0::/pod/container\n");
        write("proc/pressure/memory", PRESSURE.formatted("999999"));
        write("sys/fs/cgroup/pod/container/memory.pressure", PRESSURE.formatted("1500"));
        write("sys/fs/cgroup/pod/container/memory.events", "low 0\nhigh 3\nmax 0\n");
        write("sys/fs/cgroup/pod/memory.pressure", PRESSURE.formatted("80000"));
        write("sys/fs/cgroup/pod/memory.events", "low 0\nhigh 12\nmax 0\n");

        assertThat(stalls().read()).hasValue(new Reading(1_500_000, 12));
    }

    @Test
    void shouldReadTheMachineWhereNoGroupIsCounted() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("proc/pressure/memory", PRESSURE.formatted("42"));

        assertThat(stalls().read()).hasValue(new Reading(42_000, 0));
    }

    @Test
    void shouldSayNothingWhereTheKernelDoesNotCount() throws IOException {
        assertThat(stalls().read()).isEmpty();
        write("proc/pressure/memory", "some thing else\n");
        assertThat(stalls().read()).isEmpty();
    }

    @Test
    void shouldTellWhatCameBetweenTwoReadings() {
        assertThat(new Reading(5_000, 7).since(new Reading(2_000, 7))).isEqualTo(new Reading(3_000, 0));
        assertThat(new Reading(1_000, 0).since(new Reading(2_000, 7)))
                .as("in another group")
                .isEqualTo(new Reading(0, 0));
    }
}
