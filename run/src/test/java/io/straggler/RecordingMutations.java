package io.straggler;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Damages a recording in every way that one can think of; the same ways for the same seed. */
final class RecordingMutations {
    private static final int HEADER_BYTES = 68;
    private static final long[] HEADER_VALUES = {
        0, 1, -1, 67, 68, 100, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE
    };

    private final List<byte[]> chunks = new ArrayList<>();
    private final SplittableRandom random;

    RecordingMutations(byte[] recording, long seed) {
        random = new SplittableRandom(seed);
        for (int at = 0; at < recording.length; ) {
            int size = (int) ByteBuffer.wrap(recording).getLong(at + 8);
            chunks.add(Arrays.copyOfRange(recording, at, at + size));
            at += size;
        }
    }

    /** The next mutant. */
    byte[] next() {
        List<byte[]> mutant = new ArrayList<>();
        chunks.forEach(chunk -> mutant.add(chunk.clone()));
        int damages = 1 + random.nextInt(3);
        for (int i = 0; i < damages && !mutant.isEmpty(); i++) {
            damage(mutant, random.nextInt(mutant.size()));
        }
        return joined(mutant);
    }

    private void damage(List<byte[]> mutant, int k) {
        byte[] chunk = mutant.get(k);
        switch (random.nextInt(12)) {
            case 0 -> flip(chunk, HEADER_BYTES, chunk.length, 1 + random.nextInt(8));
            case 1 -> flip(chunk, 0, Math.min(chunk.length, HEADER_BYTES), 1);
            case 2 -> flip(chunk, metadata(chunk), chunk.length, 1 + random.nextInt(20));
            case 3 -> overwrite(chunk);
            case 4 -> mutant.set(k, Arrays.copyOf(chunk, random.nextInt(chunk.length + 1)));
            case 5 -> mutant.set(k, spliced(chunk));
            case 6 -> mutant.add(random.nextInt(mutant.size() + 1), chunk.clone());
            case 7 -> mutant.remove(k);
            case 8 -> Collections.swap(mutant, k, random.nextInt(mutant.size()));
            case 9 -> hugeNumber(chunk);
            case 10 -> headerValue(chunk);
            default -> renumber(chunk);
        }
    }

    private void flip(byte[] chunk, int from, int to, int times) {
        for (int i = 0; i < times && from < to; i++) {
            chunk[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
        }
    }

    /** An interval of zeros, of ones or of noise. */
    private void overwrite(byte[] chunk) {
        if (chunk.length == 0) {
            return;
        }
        int from = random.nextInt(chunk.length);
        int to = Math.min(chunk.length, from + 1 + random.nextInt(200));
        int kind = random.nextInt(3);
        for (int i = from; i < to; i++) {
            chunk[i] = (byte) (kind == 0 ? 0 : kind == 1 ? -1 : random.nextInt());
        }
    }

    /** With a piece moved to, or repeated at, another place: events and constants that are there, but not here. */
    private byte[] spliced(byte[] chunk) {
        if (chunk.length < 2) {
            return chunk;
        }
        int from = random.nextInt(chunk.length);
        int length = Math.min(chunk.length - from, 1 + random.nextInt(4_000));
        int to = random.nextInt(chunk.length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(chunk, 0, to);
        out.write(chunk, from, length);
        int skipped = random.nextBoolean() ? Math.min(length, chunk.length - to) : 0;
        out.write(chunk, to + skipped, chunk.length - to - skipped);
        return out.toByteArray();
    }

    /** A number of nine bytes where a small one was: a size, a count, a reference, a time. */
    private void hugeNumber(byte[] chunk) {
        if (chunk.length < 100) {
            return;
        }
        int at = HEADER_BYTES + random.nextInt(chunk.length - HEADER_BYTES - 9);
        Arrays.fill(chunk, at, at + 8, (byte) 0xff);
        chunk[at + 8] = (byte) random.nextInt();
    }

    private void headerValue(byte[] chunk) {
        if (chunk.length >= HEADER_BYTES) {
            long value = HEADER_VALUES[random.nextInt(HEADER_VALUES.length)];
            ByteBuffer.wrap(chunk).putLong(8 * (1 + random.nextInt(7)), value);
        }
    }

    /** One small number for another everywhere in an interval: references and types that lead elsewhere, or round in circles. */
    private void renumber(byte[] chunk) {
        if (chunk.length <= HEADER_BYTES) {
            return;
        }
        byte old = (byte) random.nextInt(128);
        byte replacement = (byte) random.nextInt(128);
        int from = HEADER_BYTES + random.nextInt(chunk.length - HEADER_BYTES);
        int to = Math.min(chunk.length, from + random.nextInt(20_000));
        for (int i = from; i < to; i++) {
            chunk[i] = chunk[i] == old ? replacement : chunk[i];
        }
    }

    private static int metadata(byte[] chunk) {
        if (chunk.length < HEADER_BYTES) {
            return chunk.length;
        }
        long at = ByteBuffer.wrap(chunk).getLong(24);
        return at < 0 || at > chunk.length ? chunk.length : (int) at;
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parts.forEach(part -> out.write(part, 0, part.length));
        return out.toByteArray();
    }
}
