package io.straggler.ping;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;

/** A task whose iteration is one message to the other end and its echo. The echo must carry the number that was sent. */
abstract class RoundTripPing implements Task {
    private MessageChannel channel;
    private long number;

    /** Opens the near end. */
    abstract MessageChannel open(Harness harness) throws IOException;

    @Override
    public final void setUp(Harness harness) throws IOException {
        channel = open(harness);
    }

    @Override
    public final void run(long intendedNs) throws IOException {
        long sent = ++number;
        channel.send(sent);
        long echo = channel.receive();
        if (echo != sent) {
            throw new PingException("the echo must carry the number that was sent: sent=" + sent + " echo=" + echo);
        }
    }

    @Override
    public void tearDown() throws IOException {
        channel.close();
    }
}
