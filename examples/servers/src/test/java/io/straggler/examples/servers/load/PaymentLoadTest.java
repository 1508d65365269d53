package io.straggler.examples.servers.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.examples.RecordedHarness;
import io.straggler.examples.servers.log.Accounts;
import io.straggler.examples.servers.log.LogReader;
import io.straggler.examples.servers.log.LogWriter;
import io.straggler.examples.servers.log.Payment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PaymentLoadTest {
    private static final int ITERATIONS = 100;
    private static final int SEGMENT_BYTES = 4096;

    @TempDir
    private Path folder;

    @Test
    void shouldBeBookedOnceEach() throws Exception {
        PaymentLoad load = new PaymentLoad(folder.resolve("payments"));
        load.setUp(new RecordedHarness());
        try (LogReader log = new LogReader(folder.resolve("payments"));
                Accounts accounts = new Accounts(new LogWriter(folder.resolve("statements"), SEGMENT_BYTES))) {
            for (int i = 0; i < ITERATIONS; i++) {
                load.run(i);
                accounts.book(log.poll(7));
            }
            load.tearDown();
            for (List<byte[]> batch = log.poll(7); !batch.isEmpty(); batch = log.poll(7)) {
                accounts.book(batch);
            }
        }

        List<Payment> payments = all("payments");
        assertThat(payments).hasSize(ITERATIONS * 20 + ITERATIONS * 20 / 50);
        Map<Integer, Long> expected = new HashMap<>();
        payments.stream().distinct().forEach(one -> expected.merge(one.account(), one.cents(), Long::sum));
        List<Payment> statements = all("statements");
        assertThat(statements).hasSize(ITERATIONS * 20);
        Map<Integer, Long> balances = new HashMap<>();
        statements.forEach(statement -> balances.put(statement.account(), statement.cents()));
        assertThat(balances).isEqualTo(expected);
    }

    private List<Payment> all(String log) throws IOException {
        List<Payment> all = new ArrayList<>();
        try (LogReader reader = new LogReader(folder.resolve(log))) {
            reader.poll(Integer.MAX_VALUE).forEach(record -> all.add(Payment.read(record)));
        }
        return all;
    }
}
