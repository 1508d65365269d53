package io.straggler.ping;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Two processes that pass messages to and fro through a file that both have mapped, by spinning on it.
 *
 * <p>Each direction has its own half: the number, and from the next pair of cache lines on the rest of the message. Memory order: the rest
 * is written, then the number stored with release; the number is read with acquire, then the rest.
 */
final class MappedCell implements MessageChannel {
    private static final int PAYLOAD = 256;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer memory;
    private final SocketChannel control;
    private final PeerLiveness liveness;
    private final ByteBuffer rest;
    private final int outgoing;
    private final int incoming;
    private long last;

    private MappedCell(MappedByteBuffer memory, SocketChannel control, int bytes, int outgoing, int incoming)
            throws IOException {
        control.configureBlocking(false);
        this.memory = memory;
        this.control = control;
        this.liveness = new PeerLiveness(control);
        this.rest = ByteBuffer.allocateDirect(bytes - Long.BYTES);
        this.outgoing = outgoing;
        this.incoming = incoming;
    }

    /** @param control the connection of the handshake; when it ends, the other side has ended */
    static MappedCell client(Path file, SocketChannel control, int bytes) throws IOException {
        return new MappedCell(map(file, bytes), control, bytes, 0, half(bytes));
    }

    static MappedCell server(Path file, SocketChannel control, int bytes) throws IOException {
        return new MappedCell(map(file, bytes), control, bytes, half(bytes), 0);
    }

    private static MappedByteBuffer map(Path file, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, 2L * half(bytes));
        }
    }

    /** Length of one direction, a whole number of pages. */
    private static int half(int bytes) {
        return (PAYLOAD + bytes + 4095) & -4096;
    }

    @Override
    public void send(long number) {
        memory.put(outgoing + PAYLOAD, rest, 0, rest.capacity());
        LONGS.setRelease(memory, outgoing, number);
    }

    @Override
    public long receive() throws IOException {
        long number = (long) LONGS.getAcquire(memory, incoming);
        while (number == last) {
            Thread.onSpinWait();
            liveness.turn();
            number = (long) LONGS.getAcquire(memory, incoming);
        }
        last = number;
        rest.put(0, memory, incoming + PAYLOAD, rest.capacity());
        return number;
    }

    @Override
    public void close() throws IOException {
        control.close();
    }
}
