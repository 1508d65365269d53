package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuLayoutTest {
    private static final String CPUS = "/sys/devices/system/cpu";

    @TempDir
    private Path root;

    /** Cores of two hyper-threads, numbered as Linux does: first one of each core, then the others. */
    private FakeSystem machine(int sockets, int coresEach) {
        FakeSystem system = new FakeSystem(root);
        int cores = sockets * coresEach;
        for (int cpu = 0; cpu < 2 * cores; cpu++) {
            int core = cpu % cores;
            system.with(CPUS + "/cpu" + cpu + "/topology/thread_siblings_list", core + "," + (core + cores) + "\n")
                    .with(CPUS + "/cpu" + cpu + "/topology/physical_package_id", core / coresEach + "\n");
        }
        return system;
    }

    @Test
    void shouldTellSocketsCoresAndHyperThreads() {
        CpuLayout layout = CpuLayout.read(machine(2, 2).files());

        assertThat(layout).hasToString("2 sockets, 4 cores, 8 CPUs: 0+4 1+5 | 2+6 3+7");
        assertThat(layout.known()).isTrue();
        assertThat(layout.hyperThreaded()).isTrue();
        assertThat(layout.siblingOf(6)).hasValue(2);
        assertThat(layout.siblingOf(8)).isEmpty();
        assertThat(layout.isolated().isEmpty()).isTrue();
    }

    @Test
    void shouldTellIsolatedCpus() {
        CpuLayout layout = CpuLayout.read(
                machine(1, 4).with(CPUS + "/isolated", "2-3,6-7\n").files());

        assertThat(layout).hasToString("1 socket, 4 cores, 8 CPUs: 0+4 1+5 2+6 3+7; isolated: 2,3,6,7");
        assertThat(layout.isolated().stream()).containsExactly(2, 3, 6, 7);
    }

    @Test
    void shouldAbridgeALargeMachine() {
        assertThat(CpuLayout.read(machine(4, 24).files()).toString())
                .startsWith("4 sockets, 96 cores, 192 CPUs: 0+96 1+97 ")
                .endsWith(" 15+111 and 80 more");
    }

    @Test
    void shouldLeaveOutWhatIsOfflineAndWhatMakesNoSense() {
        FakeSystem system = machine(1, 2)
                .with(CPUS + "/cpu9/online", "0\n")
                .with(CPUS + "/cpu10/topology/thread_siblings_list", "nonsense\n")
                .with(CPUS + "/cpu0/topology/physical_package_id", "\u0000\n")
                .with(CPUS + "/isolated", "x-\n");

        assertThat(CpuLayout.read(system.files())).hasToString("1 socket, 2 cores, 4 CPUs: 0+2 1+3");
    }

    @Test
    void shouldKnowNothingWhereNothingIsTold() {
        CpuLayout layout = CpuLayout.read(new FakeSystem(root).files());

        assertThat(layout.known()).isFalse();
        assertThat(layout.hyperThreaded()).isFalse();
    }

    @Test
    void shouldReadListsOfNumbers() {
        assertThat(CpuLayout.list("0-2, 5,7-7").stream()).containsExactly(0, 1, 2, 5, 7);
        assertThat(CpuLayout.list("5-3").stream()).containsExactly(5);
        assertThat(CpuLayout.list("").isEmpty()).isTrue();
    }
}
