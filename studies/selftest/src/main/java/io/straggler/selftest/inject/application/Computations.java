package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.Deflater;

/** What a thread does itself: too much of it, or with memory and classes that are not there yet. */
final class Computations {
    private static final int PACKED_BYTES = 16 * 1024;
    private static final int SORTED = 400;
    private static final int DEPTH = 150;
    private static final int DIRECT_BYTES = 1024 * 1024;
    private static final int ARRAY_BYTES = 2 * 1024 * 1024;
    private static final int STREAMED = 20_000;
    private static final Pattern PATTERN = Pattern.compile("(\\w+\\s?)+=\\d+;");

    private final Random random = new Random(11);
    private final byte[] plain = new byte[PACKED_BYTES];
    private final byte[] packed = new byte[2 * PACKED_BYTES];
    private final List<String> words = new ArrayList<>();
    private long result;

    Computations() {
        for (int i = 0; i < plain.length; i++) {
            plain[i] = (byte) random.nextInt(20);
        }
        for (int i = 0; i < SORTED; i++) {
            words.add(Long.toString(random.nextLong(), Character.MAX_RADIX));
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.COMPRESSION, this::compress),
                TimedCall.repeating(Fault.FORMATTING, this::format),
                TimedCall.repeating(Fault.REGULAR_EXPRESSION, this::match),
                TimedCall.repeating(Fault.SORTING, this::sort),
                TimedCall.repeating(Fault.EXCEPTIONS, this::fail),
                TimedCall.repeating(Fault.PARALLEL_STREAM, this::stream),
                TimedCall.repeating(Fault.LAMBDA_LINKAGE, this::link),
                TimedCall.repeating(Fault.DIRECT_BUFFER, this::allocateDirect),
                TimedCall.repeating(Fault.LARGE_ARRAY, this::allocate));
    }

    private void compress() {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        result += deflater.deflate(packed);
        deflater.end();
    }

    private void format() {
        result += String.format("%08d %-20s %.3f", result & 0xFFFFFF, words.get(7), result / 3.0)
                .length();
    }

    private void match() {
        // It tries every way to divide these before it gives up.
        result += PATTERN.matcher("some words here then").matches() ? 1 : 0;
    }

    private void sort() {
        List<String> copy = new ArrayList<>(words);
        copy.sort(
                Comparator.<String, String>comparing(word -> word.substring(3)).thenComparing(String::length));
        result += copy.get(0).length();
    }

    private void fail() {
        try {
            descend(DEPTH);
        } catch (IllegalStateException e) {
            result += e.getStackTrace().length;
        }
    }

    private int descend(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("deep");
        }
        return 1 + descend(depth - 1);
    }

    private void stream() {
        result += IntStream.range(0, STREAMED)
                .parallel()
                .mapToLong(i -> Long.toString(i * 31L, Character.MAX_RADIX).hashCode())
                .sum();
    }

    /** As the first call of a lambda expression does. */
    private void link() throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle target = lookup.findStatic(Computations.class, "answer", MethodType.methodType(long.class));
        MethodHandle factory = LambdaMetafactory.metafactory(
                        lookup,
                        "getAsLong",
                        MethodType.methodType(LongSupplier.class),
                        MethodType.methodType(long.class),
                        target,
                        MethodType.methodType(long.class))
                .getTarget();
        try {
            result += ((LongSupplier) factory.invokeExact()).getAsLong();
        } catch (Throwable e) {
            throw new IllegalStateException("a lambda must be linkable", e);
        }
    }

    private static long answer() {
        return 42;
    }

    private void allocateDirect() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(DIRECT_BYTES);
        result += buffer.get(DIRECT_BYTES / 2);
        Mappings.free(buffer);
    }

    private void allocate() {
        result += new byte[ARRAY_BYTES].length;
    }
}
