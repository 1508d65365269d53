package io.straggler.ping;

import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;

/** Messages as datagrams between two connected sockets, by spinning on reads that do not block. Some may never arrive. */
final class Datagrams implements MessageChannel {
    /** Result of {@link #poll} when no message has arrived. */
    static final long NOTHING = 0;

    private final DatagramChannel channel;
    private final SocketChannel control;
    private final PeerLiveness liveness;
    private final ByteBuffer out;
    private final ByteBuffer in;

    /** @param control the connection of the handshake; when it ends, the other side has ended */
    Datagrams(DatagramChannel channel, SocketChannel control, int bytes) throws IOException {
        channel.configureBlocking(false);
        control.configureBlocking(false);
        this.channel = channel;
        this.control = control;
        this.liveness = new PeerLiveness(control);
        this.out = ByteBuffer.allocateDirect(bytes);
        this.in = ByteBuffer.allocateDirect(bytes);
    }

    /** Sends a message. Without room in the socket's buffer it is lost. */
    @Override
    public void send(long number) throws IOException {
        out.clear();
        out.putLong(0, number);
        try {
            channel.write(out);
        } catch (PortUnreachableException e) {
            throw PeerLiveness.gone();
        }
    }

    /** The number of a message that has arrived, or {@link #NOTHING}. */
    long poll() throws IOException {
        in.clear();
        try {
            return channel.read(in) == in.capacity() ? in.getLong(0) : NOTHING;
        } catch (PortUnreachableException e) {
            throw PeerLiveness.gone();
        }
    }

    @Override
    public long receive() throws IOException {
        long number = poll();
        while (number == NOTHING) {
            liveness.turn();
            number = poll();
        }
        return number;
    }

    /** Throws if the other end is gone. */
    void look() throws IOException {
        liveness.look();
    }

    @Override
    public void close() throws IOException {
        channel.close();
        control.close();
    }
}
