package io.straggler.examples.servers.quotes;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Writes every second what may be lost into a file, on a thread of its own. */
final class RiskReport implements Closeable {
    private final Positions positions;
    private final Path file;
    private final Random random = new Random();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(report -> new Thread(report, "risk-report"));

    private RiskReport(Positions positions, Path file) {
        this.positions = positions;
        this.file = file;
    }

    static RiskReport start(Positions positions, Path file) {
        RiskReport report = new RiskReport(positions, file);
        report.executor.scheduleAtFixedRate(report::write, 1, 1, TimeUnit.SECONDS);
        return report;
    }

    private void write() {
        try {
            Files.writeString(file, positions.valueAtRisk(random) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
