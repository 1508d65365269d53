package io.straggler.cli.fork;

import io.straggler.model.LatencySoFar;
import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A few words of memory that the measured JVM writes and the parent process reads, mapped from a file: showing progress costs
 * no system call.
 *
 * <p>The parent reads what it can see; nothing depends on it being exact.
 */
final class ProgressCell implements RunListener {
    static final String FILE = "progress";

    private static final int BYTES = 80;
    private static final int PHASE = 0;
    private static final int RUN = 8;
    private static final int OUTLIERS = 16;
    private static final int WORST_NS = 24;
    private static final int EXPECTED_NS = 32;
    private static final int ITERATIONS = 40;
    private static final int P50_NS = 48;
    private static final int P99_NS = 56;
    private static final int P999_NS = 64;
    private static final int WORST_OF_RUN_NS = 72;

    private static final LatencySoFar NOTHING = new LatencySoFar(0, 0, 0, 0, 0);

    private final ByteBuffer memory;

    private ProgressCell(ByteBuffer memory) {
        this.memory = memory.order(ByteOrder.nativeOrder());
    }

    /** Stage of the measured JVM. */
    enum Stage {
        STARTING,
        WARMING_UP,
        MEASURING,
        FINISHING
    }

    static ProgressCell map(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(
                folder.resolve(FILE),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            return new ProgressCell(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        }
    }

    /** How long it should all take, when only the measured JVM knows. */
    void expect(long expectedNs) {
        memory.putLong(EXPECTED_NS, expectedNs);
    }

    /** Zero when the parent knows. */
    long expectedNs() {
        return memory.getLong(EXPECTED_NS);
    }

    @Override
    public void runStarting(RunId runId, Phase phase) {
        memory.putLong(RUN, runId.run());
        progress(NOTHING);
        memory.putLong(PHASE, (phase == Phase.WARM_UP ? Stage.WARMING_UP : Stage.MEASURING).ordinal());
    }

    @Override
    public void outlier(Outlier outlier) {
        memory.putLong(OUTLIERS, memory.getLong(OUTLIERS) + 1);
        memory.putLong(
                WORST_NS, Math.max(memory.getLong(WORST_NS), outlier.iteration().latencyNs()));
    }

    @Override
    public void progress(LatencySoFar latency) {
        memory.putLong(ITERATIONS, latency.iterations());
        memory.putLong(P50_NS, latency.p50Ns());
        memory.putLong(P99_NS, latency.p99Ns());
        memory.putLong(P999_NS, latency.p999Ns());
        memory.putLong(WORST_OF_RUN_NS, latency.worstNs());
    }

    /** A warm-up leaves nothing to write. */
    @Override
    public void runFinished(RunId runId, Phase phase) {
        if (phase == Phase.MEASURED) {
            memory.putLong(PHASE, Stage.FINISHING.ordinal());
        }
    }

    Stage stage() {
        return Stage.values()[(int) Math.min(Stage.values().length - 1, memory.getLong(PHASE))];
    }

    long run() {
        return memory.getLong(RUN);
    }

    long outliers() {
        return memory.getLong(OUTLIERS);
    }

    /** The worst outlier of all runs. */
    long worstNs() {
        return memory.getLong(WORST_NS);
    }

    /** Latencies of the run that goes on; of no iterations before the first second is over. */
    LatencySoFar latency() {
        return new LatencySoFar(
                memory.getLong(ITERATIONS),
                memory.getLong(P50_NS),
                memory.getLong(P99_NS),
                memory.getLong(P999_NS),
                memory.getLong(WORST_OF_RUN_NS));
    }
}
