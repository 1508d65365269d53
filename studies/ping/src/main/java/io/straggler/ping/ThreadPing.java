package io.straggler.ping;

import io.straggler.harness.Harness;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;

/** Ping to another thread of this process through a shared cell. The partner is watched: its stacks are captured too. */
public final class ThreadPing extends RoundTripPing {
    private static final long PATIENCE_MS = 1_000;

    private final PingOptions options;
    private Thread partner;

    public ThreadPing() {
        this(PingOptions.ofThisJvm());
    }

    ThreadPing(PingOptions options) {
        this.options = options;
    }

    @Override
    MessageChannel open(Harness harness) {
        SharedCell client = SharedCell.client();
        MessageChannel other = client.partner();
        partner = new Thread(() -> echo(other), "ping-partner");
        partner.setDaemon(true);
        partner.start();
        harness.watch(partner);
        return client;
    }

    private void echo(MessageChannel channel) {
        options.partnerCpu().ifPresent(NativeThread::pinCurrent);
        try {
            Echo.serve(channel);
        } catch (InterruptedIOException e) {
            // This is how it ends.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void tearDown() throws IOException {
        super.tearDown();
        partner.interrupt();
        try {
            partner.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
