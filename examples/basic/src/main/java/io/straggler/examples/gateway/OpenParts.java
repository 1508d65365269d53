package io.straggler.examples.gateway;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Parts that have been opened: closed in reverse order, each part also when closing another fails. */
final class OpenParts implements Closeable {
    private final Deque<Closeable> lastFirst = new ArrayDeque<>();

    <T extends Closeable> T add(T part) {
        lastFirst.push(part);
        return part;
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!lastFirst.isEmpty()) {
            try {
                lastFirst.pop().close();
            } catch (IOException thrown) {
                if (failure == null) {
                    failure = thrown;
                } else {
                    failure.addSuppressed(thrown);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
