package io.straggler.fleet.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.fleet.result.HostMetrics.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnlikeHostsTest {
    private static final int HOSTS = 200;
    private static final int BLOCKS = 8;
    private static final int SEEDS = 40;
    private static final int ITERATIONS = 20_000;

    /** How often each cause strikes in a block, and what it takes in the median: the sizes are lognormal, with tails as long as pauses have. */
    private static final Map<Cause, double[]> CAUSES = Map.of(
            Cause.GC_PAUSE, new double[] {20, 3e6},
            Cause.RUN_QUEUE, new double[] {40, 5e5},
            Cause.MONITOR, new double[] {6, 2e6},
            Cause.SOCKET_IO, new double[] {10, 1e6},
            Cause.PAGE_FAULT, new double[] {3, 4e5},
            Cause.STOPPED, new double[] {0.01, 5e7});

    /** A fleet of hosts that differ a little from each other: by a tenth, and by their luck. */
    private static List<HostMetrics> fleet(long seed, Optional<Cause> planted, double times) {
        Random random = new Random(seed);
        List<HostMetrics> hosts = new ArrayList<>();
        for (int host = 0; host < HOSTS; host++) {
            Map<Cause, Double> pace = new EnumMap<>(Cause.class);
            for (Cause cause : CAUSES.keySet().stream().sorted().toList()) {
                boolean bad = host == 17 && planted.equals(Optional.of(cause));
                pace.put(cause, (bad ? times : 1) * Math.exp(0.1 * random.nextGaussian()));
            }
            List<Block> blocks = new ArrayList<>();
            for (int block = 0; block < BLOCKS; block++) {
                blocks.add(new Block(ITERATIONS, block(pace, random)));
            }
            hosts.add(new HostMetrics("host-" + host, 8, blocks));
        }
        return hosts;
    }

    private static Map<Cause, Long> block(Map<Cause, Double> pace, Random random) {
        Map<Cause, Long> causesNs = new EnumMap<>(Cause.class);
        pace.forEach((cause, times) -> {
            double[] law = CAUSES.get(cause);
            double ns = 0;
            for (double due = -Math.log(random.nextDouble());
                    due < law[0] * times;
                    due -= Math.log(random.nextDouble())) {
                ns += law[1] * Math.exp(1.0 * random.nextGaussian());
            }
            causesNs.put(cause, (long) ns);
        });
        return causesNs;
    }

    @Test
    void shouldNameThePlantedHostFirstWithItsCause() {
        int right = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            List<UnlikeHost> unlike =
                    UnlikeHosts.of(fleet(seed, Optional.of(Cause.MONITOR), 5)).unlike();
            right += !unlike.isEmpty()
                            && unlike.get(0).host().equals("host-17")
                            && unlike.get(0).cause() == Cause.MONITOR
                    ? 1
                    : 0;
        }
        assertThat(right).isGreaterThanOrEqualTo(38);
    }

    @Test
    void shouldNameNobodyWhereNobodyIsSpecial() {
        int silent = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            silent += UnlikeHosts.of(fleet(1_000 + seed, Optional.empty(), 1))
                            .unlike()
                            .isEmpty()
                    ? 1
                    : 0;
        }
        assertThat(silent).isGreaterThanOrEqualTo(38);
    }

    @Test
    void shouldNotNameAHostForWhatHappenedOnce() {
        List<HostMetrics> hosts = new ArrayList<>(fleet(1, Optional.empty(), 1));
        HostMetrics one = hosts.get(5);
        List<Block> blocks = new ArrayList<>(one.blocks());
        blocks.set(3, new Block(ITERATIONS, Map.of(Cause.GC_PAUSE, 60_000_000_000L)));
        hosts.set(5, new HostMetrics(one.host(), one.recordings(), blocks));
        assertThat(UnlikeHosts.of(hosts).unlike()).isEmpty();
    }

    @Test
    void shouldNotDependOnTheOrderOfHosts() {
        List<HostMetrics> hosts = new ArrayList<>(fleet(3, Optional.of(Cause.GC_PAUSE), 4));
        UnlikeHosts before = UnlikeHosts.of(hosts);
        Collections.shuffle(hosts, new Random(9));
        assertThat(UnlikeHosts.of(hosts)).isEqualTo(before);
        assertThat(before.unlike()).isNotEmpty();
    }

    @Test
    void shouldRefuseFewHosts() {
        UnlikeHosts few = UnlikeHosts.of(fleet(1, Optional.empty(), 1).subList(0, 3));
        assertThat(few.unlike()).isEmpty();
        assertThat(few.refusal())
                .hasValue(
                        "At least 8 hosts are needed to say which is unlike the rest, each with iterations in 4 parts of"
                                + " its time; there are 3.");
    }
}
