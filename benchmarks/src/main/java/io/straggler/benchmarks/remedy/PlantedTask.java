package io.straggler.benchmarks.remedy;

import io.straggler.harness.Harness;
import io.straggler.harness.Task;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A task that is late for the reason that the property {@value #CAUSE} names. */
public final class PlantedTask implements Task {
    static final String CAUSE = "straggler.planted";

    private static final int RARELY = 50;
    private static final int NOW_AND_THEN = 25;
    private static final int CLASSES = 4_000;

    private final PlantedCause cause =
            PlantedCause.valueOf(System.getProperty(CAUSE).toUpperCase(Locale.ROOT));
    private final Deque<Object> kept = new ArrayDeque<>();
    private final Map<Integer, byte[][]> live = new HashMap<>();
    private List<String> classes = List.of();
    private int next;
    private long iterations;

    /** Where results go, so that nobody leaves out what makes them. */
    private volatile Object result;

    @Override
    public void setUp(Harness harness) throws IOException {
        switch (cause) {
            case COUNTED_LOOPS -> {
                start(this::countedLoop);
                start(PlantedTask::dumps);
            }
            case SURVIVORS -> {
                for (int i = 0; i < 200_000; i++) {
                    live.put(i, new byte[2][500]);
                }
            }
            case CLASS_LOADING -> classes = classes();
            default -> {}
        }
    }

    @Override
    public void run(long intendedNs) throws Exception {
        iterations++;
        switch (cause) {
            case YOUNG_GENERATION -> keep(new byte[20_000], 50);
            case HUMONGOUS_ARRAYS -> {
                if (iterations % NOW_AND_THEN == 0) {
                    keep(new byte[700_000], 5);
                }
            }
            case COMPILER_WITHOUT_A_CORE, TINY_CODE_CACHE -> result = manyMethods(iterations);
            case FIRST_TOUCH -> {
                if (iterations % RARELY == 0) {
                    keep(new byte[4_000_000], 2);
                }
            }
            case SURVIVORS -> {
                for (int i = 0; i < 10; i++) {
                    live.put(ThreadLocalRandom.current().nextInt(200_000), new byte[2][500]);
                }
            }
            case CLASS_LOADING -> {
                if (iterations % 10 == 0 && next < classes.size()) {
                    result = loaded(classes.get(next++));
                }
            }
            case NOTHING_HELPS -> {
                if (iterations % RARELY == 0) {
                    LockSupport.parkNanos(2_000_000);
                }
            }
            default -> result = iterations;
        }
    }

    private void keep(Object one, int most) {
        kept.add(one);
        if (kept.size() > most) {
            kept.remove();
        }
    }

    private static void start(Runnable body) {
        Thread thread = new Thread(body, "planted");
        thread.setDaemon(true);
        thread.start();
    }

    private void countedLoop() {
        int[] numbers = new int[1 << 16];
        while (true) {
            result = sum(numbers);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Some ten milliseconds in one loop with an int as its counter. */
    private static int sum(int[] numbers) {
        int sum = 0;
        for (int i = 0; i < 30_000_000; i++) {
            sum += numbers[i & 0xffff] ^ i;
        }
        return sum;
    }

    private static void dumps() {
        while (true) {
            ManagementFactory.getThreadMXBean().dumpAllThreads(false, false);
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** Texts, numbers, patterns and streams: much code of the JDK. */
    private static Object manyMethods(long seed) {
        String text = String.format(Locale.ROOT, "%d-%s-%.3f", seed, Long.toHexString(seed), seed / 7.0);
        List<String> parts = new ArrayList<>(List.of(text.split("-")));
        parts.addAll(Stream.of("a", "bb", "ccc")
                .map(part -> part + seed % 13)
                .sorted()
                .toList());
        return Pattern.compile("[a-f]+" + seed % 100)
                        .matcher(String.join(",", parts))
                        .replaceAll("x")
                + new java.math.BigDecimal(seed).divide(new java.math.BigDecimal(7), java.math.MathContext.DECIMAL64);
    }

    private static Object loaded(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return name;
        }
    }

    /** Classes that no JVM of ours has loaded before: those of windows and pictures. */
    private static List<String> classes() throws IOException {
        FileSystem modules = FileSystems.getFileSystem(URI.create("jrt:/"));
        try (Stream<Path> files = Files.walk(modules.getPath("/modules/java.desktop/javax/swing"))) {
            return files.map(Path::toString)
                    .filter(path -> path.endsWith(".class"))
                    .map(path -> path.substring("/modules/java.desktop/".length(), path.length() - ".class".length())
                            .replace('/', '.'))
                    .sorted()
                    .limit(CLASSES)
                    .toList();
        }
    }
}
