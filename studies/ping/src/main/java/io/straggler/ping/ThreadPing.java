package io.straggler.ping;

import io.straggler.harness.Harness;
import io.straggler.sampler.linux.NativeThread;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Ping to another thread of this process through a shared cell. The partner is watched: its stacks are captured too. */
public final class ThreadPing extends RoundTripPing {
    private static final long PATIENCE_MS = 1_000;

    private final PingOptions options;
    private @Nullable Thread partner;

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
        Thread thread = new Thread(() -> echo(other), "ping-partner");
        thread.setDaemon(true);
        thread.start();
        harness.watch(thread);
        partner = thread;
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
        if (partner == null) {
            return;
        }
        partner.interrupt();
        try {
            partner.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
