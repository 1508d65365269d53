package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Injector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What libraries of the JDK take when they are asked for much. */
final class Libraries {
    private static final int ELEMENTS = 300;
    private static final int BITS = 4_000;
    private static final int ENTRIES = 3_000;
    private static final int INTERNED = 200;
    private static final int DIGESTED_BYTES = 64 * 1024;

    private final List<String> elements = new ArrayList<>();
    private final BigInteger number = BigInteger.ONE.shiftLeft(BITS).subtract(BigInteger.TEN);
    private final byte[] bytes = new byte[DIGESTED_BYTES];
    private long result;

    Libraries() {
        for (int i = 0; i < ELEMENTS; i++) {
            elements.add("element " + i);
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.SERIALIZATION, this::serialize),
                TimedCall.repeating(Fault.BIG_NUMBERS, this::multiply),
                TimedCall.repeating(Fault.MAP_GROWTH, this::grow),
                TimedCall.repeating(Fault.INTERNING, this::intern),
                TimedCall.repeating(Fault.DIGEST, this::digest),
                TimedCall.repeating(Fault.PROXIES, this::proxy),
                TimedCall.repeating(Fault.ALL_STACKS, this::dump));
    }

    private void serialize() throws IOException, ClassNotFoundException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(written)) {
            out.writeObject(elements);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written.toByteArray()))) {
            result += in.readObject().hashCode();
        }
    }

    private void multiply() {
        result += number.multiply(number).mod(BigInteger.valueOf(1_000_003)).longValue();
    }

    private void grow() {
        Map<Long, Long> map = new HashMap<>();
        for (long i = 0; i < ENTRIES; i++) {
            map.put(i * 31, i);
        }
        result += map.size();
    }

    private void intern() {
        for (int i = 0; i < INTERNED; i++) {
            result += ("interned " + i).intern().length();
        }
    }

    private void digest() throws NoSuchAlgorithmException {
        result += MessageDigest.getInstance("SHA-256").digest(bytes)[0];
    }

    /** In a class loader of its own, so that it cannot be an old one. */
    private void proxy() {
        ClassLoader loader = new ClassLoader(Libraries.class.getClassLoader()) {};
        result += Proxy.newProxyInstance(loader, new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null)
                .getClass()
                .getName()
                .length();
    }

    private void dump() {
        result += Thread.getAllStackTraces().size();
    }
}
