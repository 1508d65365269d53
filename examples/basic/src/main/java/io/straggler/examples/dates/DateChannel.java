package io.straggler.examples.dates;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.Socket;
import java.util.Date;

/** Dates over a connection: the length of each serialised one, and then its bytes. For one thread at either end. */
final class DateChannel {
    /** Java's serialisation of a date takes 46 bytes. */
    private static final int LONGEST_BYTES = 1_024;

    private final DataInputStream in;
    private final DataOutputStream out;

    DateChannel(Socket connection) throws IOException {
        in = new DataInputStream(connection.getInputStream());
        out = new DataOutputStream(connection.getOutputStream());
    }

    /** Writes a date as a careless program does: with a new stream for each, and garbage. */
    void write(Date date) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream message = new DataOutputStream(bytes);
        byte[] serialised = serialised(date);
        message.writeInt(serialised.length);
        message.write(serialised);
        // One piece, so that it takes one packet.
        out.write(bytes.toByteArray());
        out.flush();
    }

    private static byte[] serialised(Date date) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(date);
        }
        return bytes.toByteArray();
    }

    Date read() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST_BYTES) {
            throw new IOException("length must be from 0 to " + LONGEST_BYTES + ": length=" + length);
        }
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(in.readNBytes(length)))) {
            return (Date) objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("message must be a date", e);
        }
    }
}
