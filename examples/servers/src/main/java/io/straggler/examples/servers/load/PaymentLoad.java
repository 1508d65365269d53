package io.straggler.examples.servers.load;

import io.straggler.examples.servers.log.LogWriter;
import io.straggler.examples.servers.log.Payment;
import io.straggler.examples.servers.log.PaymentConsumer;
import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** Appends twenty payments an iteration to a log, one in fifty of them twice, as a producer does that had no answer. */
public final class PaymentLoad implements Task {
    private static final int PAYMENTS = 20;
    private static final int PAYMENTS_PER_REPETITION = 50;
    private static final int ACCOUNTS = 10_000;
    private static final int MOST_CENTS = 100_000;

    private final Path folder;
    private final Random random = new Random(1);
    private LogWriter log;
    private long id;

    /** For the consumer that the property {@code server} says where it expects the log. */
    public PaymentLoad() {
        this(Path.of(Target.given()));
    }

    public PaymentLoad(Path folder) {
        this.folder = folder;
    }

    @Override
    public void setUp(Harness harness) throws IOException {
        log = new LogWriter(folder, PaymentConsumer.SEGMENT_BYTES);
    }

    @Override
    public void run(long intendedNs) throws IOException {
        for (int i = 0; i < PAYMENTS; i++) {
            byte[] record = new Payment(id++, random.nextInt(ACCOUNTS), random.nextInt(MOST_CENTS)).write();
            log.append(record);
            if (id % PAYMENTS_PER_REPETITION == 0) {
                log.append(record);
            }
        }
    }

    @Override
    public void tearDown() throws IOException {
        log.close();
    }
}
