package io.straggler.benchmarks.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Changes inside a histogram of a log: below its compression, which no change of the line itself gets through. A histogram is a cookie and the
 * length of what follows, and compressed a header of 40 bytes (cookie, length, offset, digits, lowest and highest value, ratio) and its counts.
 */
final class LogMutators {
    static final List<Mutator> ALL = List.of(
            histogram(LogMutators::field),
            histogram(LogMutators::digits),
            histogram((inside, random) -> ByteMutators.ALL
                    .get(random.nextInt(ByteMutators.ALL.size()))
                    .mutate(inside, random)));

    private static final int COMPRESSED_AT = 8;
    private static final int HEADER = 40;
    private static final int DIGITS_AT = 12;
    private static final int HIGHEST_AT = 24;

    /** Bytes above which a histogram is not one of the seeds'. */
    private static final int MAX_INFLATED = 1 << 20;

    private LogMutators() {}

    private static Mutator histogram(Mutator change) {
        return (file, random) -> {
            String[] lines = TextMutators.text(file).split("\n", -1);
            int line = random.nextInt(lines.length);
            int at = lines[line].lastIndexOf(',') + 1;
            try {
                byte[] outside = Base64.getDecoder().decode(lines[line].substring(at));
                byte[] inside = inflated(outside);
                lines[line] = lines[line].substring(0, at) + encoded(outside, change.mutate(inside, random));
            } catch (IllegalArgumentException | DataFormatException e) {
                return file;
            }
            return TextMutators.latin(String.join("\n", lines));
        };
    }

    private static byte[] inflated(byte[] outside) throws DataFormatException {
        if (outside.length <= COMPRESSED_AT) {
            throw new DataFormatException("histogram must have a header: length=" + outside.length);
        }
        Inflater inflater = new Inflater();
        inflater.setInput(outside, COMPRESSED_AT, outside.length - COMPRESSED_AT);
        byte[] inside = new byte[MAX_INFLATED];
        int length = inflater.inflate(inside);
        inflater.end();
        if (length < HEADER) {
            throw new DataFormatException("histogram must have a header: length=" + length);
        }
        return Arrays.copyOf(inside, length);
    }

    /** The text of a histogram whose inside is given, with the first cookie of another. */
    static String encoded(byte[] outside, byte[] inside) {
        Deflater deflater = new Deflater();
        deflater.setInput(inside);
        deflater.finish();
        byte[] buffer = new byte[inside.length + 1_024];
        int length = deflater.deflate(buffer);
        deflater.end();
        byte[] header = Arrays.copyOf(outside, COMPRESSED_AT);
        ByteMutators.putLong(header, 4, 4, length);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        out.write(buffer, 0, length);
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    private static byte[] field(byte[] inside, SplittableRandom random) {
        byte[] changed = inside.clone();
        ByteMutators.putLong(changed, 4 * random.nextInt(HEADER / 4), 4, InterestingNumbers.binary(random));
        return changed;
    }

    /** Sets the digits and the range to the most that the format can say. */
    private static byte[] digits(byte[] inside, SplittableRandom random) {
        byte[] changed = inside.clone();
        ByteMutators.putLong(changed, DIGITS_AT, 4, random.nextInt(7));
        ByteMutators.putLong(changed, HIGHEST_AT, 8, Long.MAX_VALUE >>> random.nextInt(40));
        return changed;
    }
}
