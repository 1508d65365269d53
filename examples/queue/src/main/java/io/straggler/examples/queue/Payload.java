package io.straggler.examples.queue;

import java.io.IOException;

/** How a message lies in the queue. For one thread. */
interface Payload {
    /** Bytes of any message. */
    int bytes();

    /** Writes a message to the beginning of an array. */
    void write(Message message, byte[] into) throws IOException;

    /** Reads a message from the beginning of an array. */
    void read(byte[] from, Message into) throws IOException;
}
