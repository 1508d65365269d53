package io.straggler.examples.servers.log;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Books payments, each once however often it comes, and appends what each account has then to a log. For one thread. */
public final class Accounts implements Closeable {
    private final Set<Long> booked = new HashSet<>();
    private final Map<Integer, Long> balances = new HashMap<>();
    private final LogWriter statements;

    /** @param statements its records are payments of all that an account has */
    public Accounts(LogWriter statements) {
        this.statements = statements;
    }

    public void book(List<byte[]> records) throws IOException {
        for (byte[] record : records) {
            Payment payment = Payment.read(record);
            if (booked.add(payment.id())) {
                long balance = balances.merge(payment.account(), payment.cents(), Long::sum);
                statements.append(new Payment(payment.id(), payment.account(), balance).write());
            }
        }
    }

    @Override
    public void close() throws IOException {
        statements.close();
    }
}
