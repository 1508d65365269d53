package io.straggler.examples.queue;

/** A message as it is. */
final class PlainPayload implements Payload {
    @Override
    public int bytes() {
        return Message.BYTES;
    }

    @Override
    public void write(Message message, byte[] into) {
        message.write(into, 0);
    }

    @Override
    public void read(byte[] from, Message into) {
        into.read(from, 0);
    }
}
