package io.straggler.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes of bytes, whatever they mean. */
final class ByteMutators {
    static final List<Mutator> ALL = List.of(
            ByteMutators::flip,
            ByteMutators::replace,
            ByteMutators::insert,
            ByteMutators::delete,
            ByteMutators::copy,
            ByteMutators::truncate,
            ByteMutators::number,
            ByteMutators::endlessVarlong);

    /** Longest block in bytes that is inserted, deleted or copied. */
    private static final int MAX_BLOCK = 4_096;

    private ByteMutators() {}

    private static byte[] flip(byte[] file, SplittableRandom random) {
        byte[] changed = file.clone();
        for (int flips = 1 + random.nextInt(8); flips > 0 && changed.length > 0; flips--) {
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return changed;
    }

    private static byte[] replace(byte[] file, SplittableRandom random) {
        byte[] changed = file.clone();
        for (int bytes = 1 + random.nextInt(16); bytes > 0 && changed.length > 0; bytes--) {
            changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
        }
        return changed;
    }

    private static byte[] insert(byte[] file, SplittableRandom random) {
        byte[] block = new byte[1 + random.nextInt(random.nextInt(8) == 0 ? MAX_BLOCK : 16)];
        if (random.nextBoolean()) {
            random.nextBytes(block);
        }
        return splice(file, random.nextInt(file.length + 1), 0, block);
    }

    private static byte[] delete(byte[] file, SplittableRandom random) {
        int at = random.nextInt(file.length + 1);
        return splice(file, at, Math.min(length(random), file.length - at), new byte[0]);
    }

    private static byte[] copy(byte[] file, SplittableRandom random) {
        int from = random.nextInt(file.length + 1);
        byte[] block = Arrays.copyOfRange(file, from, Math.min(file.length, from + length(random)));
        return splice(file, random.nextInt(file.length + 1), random.nextBoolean() ? block.length : 0, block);
    }

    private static byte[] truncate(byte[] file, SplittableRandom random) {
        return Arrays.copyOf(file, random.nextInt(file.length + 1));
    }

    /** Puts a number of one, two, four or eight bytes over what is there, most significant byte first. */
    private static byte[] number(byte[] file, SplittableRandom random) {
        byte[] changed = file.clone();
        int width = 1 << random.nextInt(4);
        if (changed.length >= width) {
            putLong(changed, random.nextInt(changed.length - width + 1), width, InterestingNumbers.binary(random));
        }
        return changed;
    }

    /** Puts a number of base 128 there that goes on for nine bytes or longer. */
    private static byte[] endlessVarlong(byte[] file, SplittableRandom random) {
        byte[] endless = new byte[9 + random.nextInt(4)];
        Arrays.fill(endless, (byte) 0xff);
        int at = random.nextInt(file.length + 1);
        return splice(file, at, random.nextBoolean() ? Math.min(endless.length, file.length - at) : 0, endless);
    }

    private static int length(SplittableRandom random) {
        return 1 + random.nextInt(random.nextBoolean() ? 16 : MAX_BLOCK);
    }

    /** The lowest bytes of a number, most significant first. */
    static void putLong(byte[] bytes, int at, int width, long value) {
        for (int i = 0; i < width; i++) {
            bytes[at + i] = (byte) (value >>> 8 * (width - 1 - i));
        }
    }

    /** A file with some of its bytes replaced by others; cut at its end if it has no more. */
    static byte[] splice(byte[] file, int at, int length, byte[] instead) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + instead.length);
        int end = Math.min(file.length, at + length);
        out.write(file, 0, at);
        out.writeBytes(instead);
        out.write(file, end, file.length - end);
        return out.toByteArray();
    }
}
