package io.straggler.ping;

import java.io.IOException;

/** The other end of a ping. */
final class Echo {
    private Echo() {}

    /** Sends every message back until the channel throws, because the client is gone or this thread is interrupted. */
    static void serve(MessageChannel channel) throws IOException {
        while (true) {
            exchange(channel);
        }
    }

    /** Separate from the loop: HotSpot compiles a method that is called often better than a loop that it replaces while it runs. */
    private static void exchange(MessageChannel channel) throws IOException {
        channel.send(channel.receive());
    }
}
