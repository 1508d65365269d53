package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.net.NetworkInterface;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;

/** What a program asks of the system and of the JVM around it, and two more meetings of threads. */
final class Surroundings implements AutoCloseable {
    private static final int COPIED_BYTES = 256 * 1024;
    private static final int MAPPED_BYTES = 16 * 1024;
    private static final int RANDOM_BYTES = 4 * 1024;
    private static final int DEPTH = 60;

    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-neighbour"));
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private final Exchanger<String> exchanger = new Exchanger<>();
    private final SecureRandom random = new SecureRandom();
    private final byte[] drawn = new byte[RANDOM_BYTES];
    private final Path folder;
    private final Path original;
    private final Path copy;
    private final FileChannel locked;
    private final byte[] small;
    private final URL[] classes;
    private long result;

    /** @param parent where a folder may be made */
    Surroundings(Path parent) throws ImpossibleException {
        String name = Small.class.getName().replace('.', '/') + ".class";
        try (InputStream code = Small.class.getClassLoader().getResourceAsStream(name)) {
            small = code.readAllBytes();
            folder = Files.createDirectory(parent.resolve("surroundings"));
            original = Files.write(folder.resolve("original"), new byte[COPIED_BYTES]);
            copy = folder.resolve("copy");
            locked = opened.add(FileChannel.open(original, StandardOpenOption.READ, StandardOpenOption.WRITE));
            Path file = folder.resolve("classes").resolve(name);
            Files.createDirectories(file.getParent());
            Files.write(file, small);
            classes = new URL[] {folder.resolve("classes").toUri().toURL()};
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs some files: " + e.getMessage());
        }
    }

    /** Loaded again and again. It must need nothing but the JDK. */
    static final class Small implements Runnable {
        @Override
        public void run() {
            // It only has to be loaded.
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.waiting(Fault.BARRIER, this::meet),
                TimedCall.waiting(Fault.EXCHANGER, this::exchange),
                TimedCall.waiting(Fault.BACK_OFF, this::backOff),
                TimedCall.repeating(Fault.FILE_COPY, this::copy),
                TimedCall.repeating(Fault.TEMPORARY_FILES, this::createAndDelete),
                TimedCall.repeating(Fault.FILE_LOCK, this::lock),
                TimedCall.repeating(Fault.SHORT_MAPPINGS, this::map),
                TimedCall.repeating(Fault.PROCESS_INFORMATION, this::askAboutProcess),
                TimedCall.repeating(Fault.NETWORK_INTERFACES, this::askAboutNetwork),
                TimedCall.repeating(Fault.HIDDEN_CLASSES, this::define),
                TimedCall.repeating(Fault.CLASS_FILES, this::load),
                TimedCall.repeating(Fault.RANDOM_BYTES, this::draw),
                TimedCall.repeating(Fault.STACK_WALK, this::walk));
    }

    private void meet(long ns) throws InterruptedException, BrokenBarrierException {
        worker.later(ns, barrier::await);
        barrier.await();
    }

    private void exchange(long ns) throws InterruptedException {
        worker.later(ns, () -> exchanger.exchange("given"));
        result += exchanger.exchange("taken").length();
    }

    private void backOff(long ns) throws InterruptedException {
        TimeUnit.MICROSECONDS.sleep(ns / 1_000);
    }

    private void copy() throws IOException {
        Files.copy(original, copy, StandardCopyOption.REPLACE_EXISTING);
    }

    private void createAndDelete() throws IOException {
        Files.delete(Files.createTempFile(folder, "short", "lived"));
    }

    private void lock() throws IOException {
        try (FileLock lock = locked.lock()) {
            result += lock.size();
        }
    }

    private void map() throws IOException {
        Mappings.free(locked.map(FileChannel.MapMode.READ_ONLY, 0, MAPPED_BYTES));
    }

    private void askAboutProcess() {
        result +=
                ProcessHandle.current().info().commandLine().map(String::length).orElse(0);
    }

    private void askAboutNetwork() throws IOException {
        result += NetworkInterface.networkInterfaces().count();
    }

    private void define() throws IllegalAccessException {
        result += MethodHandles.lookup()
                .defineHiddenClass(small, true)
                .lookupClass()
                .getName()
                .length();
    }

    private void load() throws IOException, ClassNotFoundException {
        try (URLClassLoader loader = new URLClassLoader(classes, null)) {
            result += Class.forName(Small.class.getName(), true, loader).getModifiers();
        }
    }

    private void draw() {
        random.nextBytes(drawn);
        result += drawn[0];
    }

    private void walk() {
        result += walk(DEPTH);
    }

    private static long walk(int depth) {
        return depth == 0
                ? StackWalker.getInstance()
                        .walk(frames -> frames.mapToLong(
                                        frame -> frame.getMethodName().length())
                                .sum())
                : 1 + walk(depth - 1);
    }

    @Override
    public void close() {
        opened.close();
    }
}
