package io.straggler.ping;

import io.straggler.model.text.Messages;
import io.straggler.model.text.TerminalText;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UTFDataFormatException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Agreement of a client and a server on a ping: one request and one answer over TCP. Both begin with the same eight bytes and the version.
 * The channel blocks meanwhile; both sides give up after {@value #TIMEOUT_MS} ms.
 */
final class Handshake {
    /** Version of the protocol: raised when the handshake or the messages change. */
    static final int VERSION = 1;

    /**
     * Timeout in milliseconds. The first answer of a server that has just started takes 0.2 s, and some seconds on a machine without a free
     * core.
     */
    static final int TIMEOUT_MS = 10_000;

    private static final byte[] MAGIC = "STRGPING".getBytes(StandardCharsets.US_ASCII);
    private static final int ACCEPTED = 0;
    private static final int REFUSED = 1;

    /** Longest reason of a refusal, in characters. */
    private static final int MAX_REASON = 333;

    /** Columns of a transport's name that nobody knows. */
    private static final int MAX_LABEL = 60;

    private Handshake() {}

    /**
     * The request of a client.
     *
     * @param bytes size of a message
     * @param datagramPort port on which the client receives datagrams; 0 for none
     */
    record Request(Transport transport, int bytes, int datagramPort) {}

    static void ask(SocketChannel channel, Request request) throws IOException {
        ask(channel, VERSION, request);
    }

    static void ask(SocketChannel channel, int version, Request request) throws IOException {
        DataOutputStream out = out(channel);
        out.write(MAGIC);
        out.writeInt(version);
        out.writeUTF(request.transport().label());
        out.writeInt(request.bytes());
        out.writeInt(request.datagramPort());
        out.flush();
    }

    /**
     * Reads a request.
     *
     * @throws PingException if it is no request or one that cannot be served; a client that speaks this protocol has been told why
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
        String label = in.readUTF();
        int bytes = in.readInt();
        int port = in.readInt();
        Optional<Transport> transport = Transport.of(label).filter(one -> one.reach() != Transport.Reach.PROCESS);
        if (transport.isEmpty()) {
            throw refuse(
                    channel,
                    "the server does not know this transport: transport=" + TerminalText.fit(label, MAX_LABEL));
        }
        try {
            transport.get().requireSize(bytes);
        } catch (IllegalArgumentException e) {
            throw refuse(channel, Messages.of(e));
        }
        return new Request(transport.get(), bytes, port);
    }

    /**
     * Sends a refusal.
     *
     * @return the refusal, for the server's journal
     */
    static PingException refuse(SocketChannel channel, String why) throws IOException {
        channel.configureBlocking(true);
        answer(channel, REFUSED, why.substring(0, Math.min(why.length(), MAX_REASON)));
        return new PingException(why);
    }

    /** Accepts, and names the place where the client shall connect: a port, a path, or empty for this connection. */
    static void accept(SocketChannel channel, String where) throws IOException {
        answer(channel, ACCEPTED, where);
    }

    private static void answer(SocketChannel channel, int status, String text) throws IOException {
        DataOutputStream out = out(channel);
        out.write(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(status);
        out.writeUTF(text);
        out.flush();
    }

    /**
     * Reads the answer.
     *
     * @param server name for messages, such as {@code 127.0.0.1:7365}
     * @return the place to connect to
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
            String text = in.readUTF();
            if (status != ACCEPTED) {
                throw new PingException(server + " refused: " + TerminalText.fit(text, MAX_REASON));
            }
            if (version != VERSION) {
                throw new PingException(
                        server + " speaks version " + version + " of the ping protocol, and not " + VERSION);
            }
            return text;
        } catch (SocketTimeoutException e) {
            throw new PingException(
                    server + " must be a straggler ping server, but it did not answer in " + TIMEOUT_MS / 1000 + " s",
                    e);
        } catch (EOFException | UTFDataFormatException e) {
            throw new PingException(server + " must be a straggler ping server, but it broke off its answer", e);
        }
    }

    /** Waits for the byte that {@link #ready} sends. */
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

    /** Unbuffered: what comes after the handshake must stay in the channel. */
    private static DataInputStream in(SocketChannel channel) throws IOException {
        return new DataInputStream(stream(channel));
    }

    private static InputStream stream(SocketChannel channel) throws IOException {
        channel.configureBlocking(true);
        channel.socket().setSoTimeout(TIMEOUT_MS);
        return channel.socket().getInputStream();
    }

    private static DataOutputStream out(SocketChannel channel) throws IOException {
        OutputStream out = channel.socket().getOutputStream();
        return new DataOutputStream(new BufferedOutputStream(out));
    }
}
