package io.straggler.benchmarks.agent;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP/1.1 over a connection that is kept. */
final class KeptHttp implements ServerLoad.Connection {
    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private final byte[] buffer = new byte[8192];

    KeptHttp(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
    }

    @Override
    public void ask(int customer) throws IOException {
        get("/" + customer);
    }

    /** Reads a page and forgets it. */
    void get(String path) throws IOException {
        out.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        int length = 0;
        int bodyAt = -1;
        while (bodyAt < 0) {
            length += read(length);
            bodyAt = new String(buffer, 0, length, StandardCharsets.US_ASCII).indexOf("\r\n\r\n");
        }
        String head = new String(buffer, 0, bodyAt, StandardCharsets.US_ASCII);
        if (!head.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("a page must be found: " + head);
        }
        int from = head.indexOf("Content-Length: ") + "Content-Length: ".length();
        int to = head.indexOf('\r', from);
        int missing = bodyAt + 4 + Integer.parseInt(head.substring(from, to < 0 ? head.length() : to)) - length;
        in.readFully(buffer, length, missing);
    }

    private int read(int at) throws IOException {
        int count = in.read(buffer, at, buffer.length - at);
        if (count < 0) {
            throw new EOFException("the server must answer");
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
