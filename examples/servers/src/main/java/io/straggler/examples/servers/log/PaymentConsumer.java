package io.straggler.examples.servers.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Books the payments in a log that another process writes. */
public final class PaymentConsumer {
    /** Of a log that payments or statements are kept in. */
    public static final long SEGMENT_BYTES = 1 << 20;

    private static final int LARGEST_BATCH = 500;
    private static final long POLL_MS = 1;

    private PaymentConsumer() {}

    /**
     * Works until the process ends, and prints where it expects the log.
     *
     * @param args a folder that is new or empty
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Path.of(args[0]).toAbsolutePath();
        Path payments = folder.resolve("payments");
        try (LogReader log = new LogReader(payments);
                Accounts accounts = new Accounts(new LogWriter(folder.resolve("statements"), SEGMENT_BYTES))) {
            System.out.println(payments);
            while (true) {
                List<byte[]> batch = log.poll(LARGEST_BATCH);
                if (batch.isEmpty()) {
                    Thread.sleep(POLL_MS);
                } else {
                    accounts.book(batch);
                }
            }
        }
    }
}
