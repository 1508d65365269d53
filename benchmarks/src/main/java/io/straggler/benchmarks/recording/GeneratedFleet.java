package io.straggler.benchmarks.recording;

import io.straggler.RunFolder;
import io.straggler.Straggler;
import io.straggler.benchmarks.support.TemporaryFolder;
import io.straggler.harness.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Run folders of a fleet of which the truth is known: short real runs, of which copies stand for the recordings of many hosts. On one host, the bad one, the
 * task parks five times as often; the copies differ in what they say of host, version and region.
 */
public final class GeneratedFleet {
    /** Different ones: the hosts of a fleet have different luck. */
    private static final int RUNS = 12;

    private static final int RUNS_OF_BAD_HOST = 4;
    private static final List<String> VERSIONS = List.of("1.4.0", "1.5.0");
    private static final List<String> REGIONS = List.of("eu-west", "us-east", "ap-south");

    private final List<RunFolder> good;
    private final List<RunFolder> bad;

    private GeneratedFleet(List<RunFolder> good, List<RunFolder> bad) {
        this.good = good;
        this.bad = bad;
    }

    /** Leaves a fleet in a folder: {@code FOLDER HOSTS RECORDINGS BAD_HOST}. */
    public static void main(String[] args) throws IOException {
        try (TemporaryFolder measured = TemporaryFolder.create()) {
            measure(measured.path())
                    .write(
                            Path.of(args[0]),
                            Integer.parseInt(args[1]),
                            Integer.parseInt(args[2]),
                            Integer.parseInt(args[3]),
                            1);
        }
        System.exit(0);
    }

    /** Measures the runs, one after the other. */
    static GeneratedFleet measure(Path folder) throws IOException {
        return new GeneratedFleet(
                measure(folder.resolve("good"), RUNS, 100), measure(folder.resolve("bad"), RUNS_OF_BAD_HOST, 20));
    }

    private static List<RunFolder> measure(Path folder, int runs, int oneIn) throws IOException {
        List<RunFolder> folders = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            Path out = Files.createDirectories(folder).resolve("run-" + run);
            Straggler.options()
                    .rate(500)
                    .warmUp(Duration.ofMillis(500))
                    .duration(Duration.ofSeconds(2))
                    .threshold("5ms")
                    .out(out)
                    .run(new SometimesParked(oneIn, run));
            folders.add(new RunFolder(out));
        }
        return folders;
    }

    /** Some microseconds of work, and now and then ten milliseconds of waiting. */
    private static final class SometimesParked implements Task {
        private final int oneIn;
        private final SplittableRandom random;
        private long worked;

        private SometimesParked(int oneIn, long seed) {
            this.oneIn = oneIn;
            this.random = new SplittableRandom(seed);
        }

        @Override
        public void run(long intendedNs) {
            for (int i = 0; i < 200; i++) {
                worked += random.nextInt();
            }
            if (random.nextInt(oneIn) == 0) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    /**
     * Writes the folders of a fleet.
     *
     * @param badHost the number of the host that is unlike the rest; none has the number −1
     */
    void write(Path folder, int hosts, int recordings, int badHost, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int host = 0; host < hosts; host++) {
            List<RunFolder> from = host == badHost ? bad : good;
            for (int recording = 0; recording < recordings; recording++) {
                String name = String.format(Locale.ROOT, "host-%03d", host);
                Path place = folder.resolve(name).resolve("run-" + recording);
                copy(from.get(random.nextInt(from.size())), place);
                RunFolder copy = new RunFolder(place);
                copy.addFact("host", name);
                copy.addFact("version", VERSIONS.get(host % VERSIONS.size()));
                copy.addFact("region", REGIONS.get(host % REGIONS.size()));
                copy.addFact("recording", Integer.toString(recording));
            }
        }
    }

    private static void copy(RunFolder from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : List.of(from.runJson(), from.latencyLog(), from.recording())) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }
}
