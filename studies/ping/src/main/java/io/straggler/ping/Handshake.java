package io.straggler.ping;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * How a client and a server agree on what to do: one request and one answer over TCP, both of which begin with the same eight bytes and the
 * version. While they talk the channel blocks; both sides give up after ten seconds.
 */
final class Handshake {
    /** Raised when anything of what is sent changes, pings included. */
    static final int VERSION = 1;

    /** The first answer of a server that has only just started takes 0.2 s, and on a machine without a free core some seconds. */
    static final int PATIENCE_MS = 10_000;

    private static final byte[] MAGIC = "STRGPING".getBytes(StandardCharsets.US_ASCII);
    private static final int ACCEPTED = 0;
    private static final int REFUSED = 1;
    private static final int LONGEST_TEXT = 1_000;

    /** In characters, of which the longest has three bytes. */
    private static final int LONGEST_REASON = LONGEST_TEXT / 3;

    private Handshake() {}

    /**
     * What a client asks for.
     *
     * @param bytes size of a message
     * @param datagramPort where it hears datagrams; 0 for none
     */
    record Request(Transport transport, int bytes, int datagramPort) {}

    static void ask(SocketChannel channel, Request request) throws IOException {
        ask(channel, VERSION, request);
    }

    static void ask(SocketChannel channel, int version, Request request) throws IOException {
        DataOutputStream out = out(channel);
        out.write(MAGIC);
        out.writeInt(version);
        writeText(request.transport().label(), out);
        out.writeInt(request.bytes());
        out.writeInt(request.datagramPort());
        out.flush();
    }

    /**
     * Reads a request.
     *
     * @throws PingException if it is none, or one that cannot be answered; the client has been told if it can be
     */
    static Request readRequest(SocketChannel channel) throws IOException {
        DataInputStream in = in(channel);
        if (!isMagic(in.readNBytes(MAGIC.length))) {
            throw new PingException("what connected is no straggler ping");
        }
        int version = in.readInt();
        if (version != VERSION) {
            throw refuse(channel, "the server speaks version " + VERSION + " of the ping protocol, and not " + version);
        }
        String label = readText(in);
        int bytes = in.readInt();
        int port = in.readInt();
        Optional<Transport> transport = Transport.of(label).filter(one -> one.reach() != Transport.Reach.PROCESS);
        if (transport.isEmpty()) {
            throw refuse(channel, "the server does not know this transport: transport=" + label);
        }
        try {
            transport.get().requireSize(bytes);
        } catch (IllegalArgumentException e) {
            throw refuse(channel, e.getMessage());
        }
        return new Request(transport.get(), bytes, port);
    }

    /**
     * Says no.
     *
     * @return what the server's journal shall say of it
     */
    static PingException refuse(SocketChannel channel, String why) throws IOException {
        channel.configureBlocking(true);
        answer(channel, REFUSED, why.substring(0, Math.min(why.length(), LONGEST_REASON)));
        return new PingException(why);
    }

    /** Says yes, and where the client shall come to: a port, a path, or nowhere else. */
    static void accept(SocketChannel channel, String where) throws IOException {
        answer(channel, ACCEPTED, where);
    }

    private static void answer(SocketChannel channel, int status, String text) throws IOException {
        DataOutputStream out = out(channel);
        out.write(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(status);
        writeText(text, out);
        out.flush();
    }

    /**
     * Reads the answer.
     *
     * @param server as people know it, such as {@code 127.0.0.1:7365}
     * @return where to come to
     * @throws PingException if the server refused, is none, or does not answer
     */
    static String readAnswer(SocketChannel channel, String server) throws IOException {
        try {
            DataInputStream in = in(channel);
            byte[] magic = in.readNBytes(MAGIC.length);
            if (magic.length == 0) {
                throw new PingException(server + " must be a straggler ping server, but it closed the connection");
            }
            if (!isMagic(magic)) {
                throw new PingException(server + " must be a straggler ping server, but it answered \""
                        + new String(magic, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?") + "\"");
            }
            int version = in.readInt();
            int status = in.readInt();
            String text = readText(in);
            if (status != ACCEPTED) {
                throw new PingException(server + " refused: " + text);
            }
            if (version != VERSION) {
                throw new PingException(
                        server + " speaks version " + version + " of the ping protocol, and not " + VERSION);
            }
            return text;
        } catch (SocketTimeoutException e) {
            throw new PingException(
                    server + " must be a straggler ping server, but it did not answer in " + PATIENCE_MS / 1000 + " s",
                    e);
        } catch (EOFException e) {
            throw new PingException(server + " must be a straggler ping server, but it broke off its answer", e);
        }
    }

    /** Waits for one byte: the client has what it needs. */
    static void awaitReady(SocketChannel channel) throws IOException {
        if (stream(channel).read() < 0) {
            throw PeerLiveness.gone();
        }
    }

    static void ready(SocketChannel channel) throws IOException {
        channel.socket().getOutputStream().write(1);
    }

    private static boolean isMagic(byte[] bytes) {
        return Arrays.equals(bytes, MAGIC);
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readUnsignedShort();
        if (length > LONGEST_TEXT) {
            throw new PingException("a text must have at most " + LONGEST_TEXT + " bytes: length=" + length);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Unbuffered: what comes after the handshake must stay in the channel. */
    private static DataInputStream in(SocketChannel channel) throws IOException {
        return new DataInputStream(stream(channel));
    }

    private static InputStream stream(SocketChannel channel) throws IOException {
        channel.configureBlocking(true);
        channel.socket().setSoTimeout(PATIENCE_MS);
        return channel.socket().getInputStream();
    }

    private static DataOutputStream out(SocketChannel channel) throws IOException {
        OutputStream out = channel.socket().getOutputStream();
        return new DataOutputStream(new BufferedOutputStream(out));
    }
}
