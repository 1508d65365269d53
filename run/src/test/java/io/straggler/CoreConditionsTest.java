package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.sampler.linux.SystemFiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CoreConditionsTest {
    private static final String CPUS = "/sys/devices/system/cpu";

    private final Map<String, String> files = new TreeMap<>();

    private Map<String, String> facts(OptionalInt pinned) {
        SystemFiles system = new SystemFiles() {
            @Override
            public Optional<String> text(String path) {
                return Optional.ofNullable(files.get(path));
            }

            @Override
            public List<String> names(String folder) {
                return files.keySet().stream()
                        .filter(path -> path.startsWith(folder + "/"))
                        .map(path -> path.substring(folder.length() + 1).split("/")[0])
                        .distinct()
                        .toList();
            }
        };
        Map<String, String> facts = new LinkedHashMap<>();
        CoreConditions.describe(system, pinned, facts);
        return facts;
    }

    private void cpu(int cpu, String siblings, String governor) {
        files.put(CPUS + "/cpu" + cpu + "/topology/thread_siblings_list", siblings);
        files.put(CPUS + "/cpu" + cpu + "/cpufreq/scaling_governor", governor);
    }

    @Test
    void shouldHaveNothingToSayOfABoundThreadOnWholeSteadyCores() {
        cpu(0, "0", "performance");
        cpu(1, "1", "performance");

        assertThat(facts(OptionalInt.of(1))).containsOnly(Map.entry("cpu layout", "1 socket, 2 cores, 2 CPUs: 0 1"));
    }

    @Test
    void shouldSayInOneLineWhatWeakensTheFigures() {
        cpu(0, "0-1", "powersave");
        cpu(1, "0-1", "schedutil");

        assertThat(facts(OptionalInt.empty()).get(CoreConditions.FACT))
                .isEqualTo("the pacing thread is not bound to a core (see --pin); cores are shared by hyper-threads;"
                        + " cores change their frequency (governor powersave, schedutil)");
        assertThat(facts(OptionalInt.of(0)).get(CoreConditions.FACT))
                .isEqualTo("cpu 0 is half of a core, with cpu 1; cores change their frequency (governor powersave,"
                        + " schedutil)");
    }

    @Test
    void shouldSayOnlyWhatIsKnown() {
        assertThat(facts(OptionalInt.of(0))).isEmpty();
        assertThat(facts(OptionalInt.empty()))
                .containsOnly(Map.entry(CoreConditions.FACT, "the pacing thread is not bound to a core (see --pin)"));
    }
}
