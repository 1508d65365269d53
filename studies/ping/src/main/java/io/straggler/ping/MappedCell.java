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
import java.nio.file.LinkOption;
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

    /**
     * Maps the file that a server has made.
     *
     * @param control the connection of the handshake; when it ends, the other side has ended
     * @throws PingException if the file is not as a server leaves it, for a client to begin with; then nothing of it is changed
     */
    static MappedCell client(Path file, SocketChannel control, int bytes) throws IOException {
        try (FileChannel channel = open(file)) {
            MappedByteBuffer memory = channel.size() == lengthBytes(bytes)
                    ? channel.map(MapMode.READ_WRITE, 0, lengthBytes(bytes))
                    : null;
            if (memory == null || !isUnused(memory)) {
                throw new PingException("file to be mapped must be of " + lengthBytes(bytes)
                        + " bytes that nobody has written to: file=" + file);
            }
            return new MappedCell(memory, control, bytes, 0, half(bytes));
        }
    }

    /** Maps a file that this server has made. */
    static MappedCell server(Path file, SocketChannel control, int bytes) throws IOException {
        try (FileChannel channel = open(file)) {
            MappedByteBuffer memory = channel.map(MapMode.READ_WRITE, 0, lengthBytes(bytes));
            return new MappedCell(memory, control, bytes, half(bytes), 0);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isUnused(MappedByteBuffer memory) {
        return memory.mismatch(ByteBuffer.allocate(memory.capacity())) < 0;
    }

    /** Length of both directions. */
    private static long lengthBytes(int bytes) {
        return 2L * half(bytes);
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
