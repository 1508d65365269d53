package io.straggler.ping;

import java.io.IOException;

/** What the other end of a ping does. */
final class Echo {
    private Echo() {}

    /** Sends back what comes until the channel throws: when the client is gone, or this thread is interrupted. */
    static void serve(MessageChannel channel) throws IOException {
        while (true) {
            exchange(channel);
        }
    }

    /** A method of its own, because HotSpot compiles one that is called often better than a loop that it has to replace. */
    private static void exchange(MessageChannel channel) throws IOException {
        channel.send(channel.receive());
    }
}
