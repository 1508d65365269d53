package io.straggler.cli.fork;

import io.straggler.model.Outlier;
import io.straggler.model.RunId;
import io.straggler.model.RunListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
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

    private static final int BYTES = 64;
    private static final int PHASE = 0;
    private static final int RUN = 8;
    private static final int OUTLIERS = 16;
    private static final int WORST_NS = 24;
    private static final int EXPECTED_NS = 32;

    private final ByteBuffer memory;

    private ProgressCell(ByteBuffer memory) {
        this.memory = memory.order(ByteOrder.nativeOrder());
    }

    /** What the measured JVM is doing. */
    enum Stage {
        STARTING,
        WARMING_UP,
        MEASURING,
        FINISHING
    }

    static ProgressCell map(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(
                folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
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
        memory.putLong(PHASE, (phase == Phase.WARM_UP ? Stage.WARMING_UP : Stage.MEASURING).ordinal());
    }

    @Override
    public void outlier(Outlier outlier) {
        memory.putLong(OUTLIERS, memory.getLong(OUTLIERS) + 1);
        memory.putLong(
                WORST_NS, Math.max(memory.getLong(WORST_NS), outlier.iteration().latencyNs()));
    }

    @Override
    public void runFinished(RunId runId, Phase phase) {
        memory.putLong(PHASE, Stage.FINISHING.ordinal());
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

    long worstNs() {
        return memory.getLong(WORST_NS);
    }
}
