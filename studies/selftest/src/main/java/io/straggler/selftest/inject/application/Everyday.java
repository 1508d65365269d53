package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.zip.CRC32;

/** What slow code in ordinary programs comes down to. */
final class Everyday implements AutoCloseable {
    private static final int LONGS = 4 * 1024 * 1024;
    private static final int STEPS = 300;
    private static final int KEYS = 100;
    private static final int CALLS = 10;
    private static final int SUMMED_BYTES = 256 * 1024;

    private final long[] memory = new long[LONGS];
    private final Map<Key, Integer> map = new HashMap<>();
    private final byte[] bytes = new byte[SUMMED_BYTES];
    private final Bean bean = new Bean();
    private final String text = " key = Value; other =Text; third= more ;".repeat(5);
    private final Logger logger = Logger.getAnonymousLogger();
    private final FileHandler log;
    private final Path here;
    private final Path there;
    private boolean moved;
    private long at;
    private long result;

    /** @param parent where a folder may be made */
    Everyday(Path parent) throws ImpossibleException {
        for (int i = 0; i < LONGS; i++) {
            memory[i] = i;
        }
        for (int i = 0; i < KEYS; i++) {
            map.put(new Key(i), i);
        }
        try {
            Path folder = Files.createDirectory(parent.resolve("everyday"));
            here = Files.createFile(folder.resolve("here"));
            there = folder.resolve("there");
            log = new FileHandler(folder.resolve("log").toString().replace("%", "%%"));
        } catch (IOException e) {
            throw new ImpossibleException("needs some files: " + e.getMessage());
        }
        log.setFormatter(new SimpleFormatter());
        logger.setUseParentHandlers(false);
        logger.addHandler(log);
    }

    /** Different keys have the same hash code. */
    private record Key(int value) {
        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Its methods are called by reflection. */
    static final class Bean {
        long first() {
            return 1;
        }

        long second() {
            return 2;
        }

        long third() {
            return 3;
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.CACHE_MISSES, this::wander),
                TimedCall.repeating(Fault.COLLISIONS, this::lookUp),
                TimedCall.repeating(Fault.CHECKSUM, this::sum),
                TimedCall.repeating(Fault.REFLECTION, this::reflect),
                TimedCall.repeating(Fault.MISSING_CLASSES, this::findMissing),
                TimedCall.repeating(Fault.TEXT, this::takeApart),
                TimedCall.repeating(Fault.RENAMED_FILES, this::move),
                TimedCall.repeating(Fault.LOGGING, this::log));
    }

    private void wander() {
        long place = at;
        for (int i = 0; i < STEPS; i++) {
            place = place * 6364136223846793005L + 1442695040888963407L + memory[(int) (place >>> 42)];
        }
        at = place;
    }

    private void lookUp() {
        for (int i = 0; i < KEYS; i++) {
            result += map.get(new Key(i));
        }
    }

    private void sum() {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        result += sum.getValue();
    }

    private void reflect() throws IllegalAccessException, InvocationTargetException {
        for (int i = 0; i < CALLS; i++) {
            for (Method method : Bean.class.getDeclaredMethods()) {
                result += (Long) method.invoke(bean);
            }
        }
    }

    private void findMissing() {
        try {
            result += Class.forName("io.straggler.selftest.Missing").getModifiers();
        } catch (ClassNotFoundException e) {
            result++;
        }
    }

    private void takeApart() {
        for (String part : text.split(";")) {
            result += part.trim().toUpperCase(Locale.ROOT).replace("E", "ee").hashCode();
        }
    }

    private void move() throws IOException {
        Files.move(moved ? there : here, moved ? here : there, StandardCopyOption.ATOMIC_MOVE);
        moved = !moved;
    }

    private void log() {
        logger.info("took " + result + " of " + at);
        result++;
    }

    @Override
    public void close() {
        log.close();
    }
}
