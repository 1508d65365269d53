package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.spi.FileSystemProvider;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Small things that programs do seldom. */
final class Chores implements AutoCloseable {
    private static final int BYTES = 32 * 1024;
    private static final int OBJECTS = 500;
    private static final int ORDER = 32;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final Opened opened = new Opened();
    private final Partner worker = opened.add(new Partner("app-chores"));
    private final ReentrantLock lock = new ReentrantLock(true);
    private final byte[] bytes = new byte[BYTES];
    private final byte[] deflated;
    private final String numbers = "17 4 23 1009 ".repeat(50);
    private final double[][] matrix = new double[ORDER][ORDER];
    private final ByteBuffer drained = ByteBuffer.allocateDirect(2 * BYTES);
    private final Path folder;
    private final Path archive;
    private final FileChannel source;
    private final FileChannel target;
    private final RandomAccessFile shrinking;
    private final SocketChannel socket;
    private final SocketChannel socketPeer;
    private final int closedPort;
    private long result;

    /** @param parent where a folder may be made */
    Chores(Path parent) throws ImpossibleException {
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (i * i >>> 4);
        }
        for (double[] row : matrix) {
            Arrays.fill(row, 0.5);
        }
        deflated = deflated(bytes);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try {
            folder = Files.createDirectory(parent.resolve("chores"));
            archive = folder.resolve("archive.zip");
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
                zip.putNextEntry(new ZipEntry("entry"));
                zip.write(bytes, 0, 1_000);
            }
            Path file = Files.write(folder.resolve("source"), bytes);
            source = opened.add(FileChannel.open(file, StandardOpenOption.READ));
            target = opened.add(FileChannel.open(
                    folder.resolve("target"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
            shrinking =
                    opened.add(new RandomAccessFile(folder.resolve("shrinking").toFile(), "rw"));
            try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0))) {
                socket = opened.add(SocketChannel.open(listener.getLocalAddress()));
                socketPeer = opened.add(listener.accept());
                socketPeer.configureBlocking(false);
            }
            try (ServerSocket closed = new ServerSocket(0, 1, loopback)) {
                closedPort = closed.getLocalPort();
            }
        } catch (IOException e) {
            opened.close();
            throw new ImpossibleException("needs files and the loopback interface: " + e.getMessage());
        }
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] room = new byte[2 * BYTES];
        int length = deflater.deflate(room);
        deflater.end();
        return Arrays.copyOf(room, length);
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.TRANSFER_TO, this::copy),
                TimedCall.repeating(Fault.TRUNCATION, this::truncate),
                TimedCall.repeating(Fault.SYMBOLIC_LINKS, this::link),
                TimedCall.repeating(Fault.FILE_TO_SOCKET, this::send),
                TimedCall.repeating(Fault.ZIP_FILE, this::unzip),
                TimedCall.repeating(Fault.INFLATION, this::inflate),
                TimedCall.repeating(Fault.BASE64, this::encode),
                TimedCall.repeating(Fault.KEY_DERIVATION, this::derive),
                TimedCall.repeating(Fault.SCANNER, this::scan),
                TimedCall.repeating(Fault.MEMORY_USAGE, this::askForMemory),
                TimedCall.repeating(Fault.IDENTITY_HASHES, this::hash),
                TimedCall.repeating(Fault.SERVICE_LOADER, this::load),
                TimedCall.repeating(Fault.WEAK_MAP, this::remember),
                TimedCall.repeating(Fault.MATRIX, this::multiply),
                TimedCall.repeating(Fault.REFUSED_CONNECTIONS, this::connect),
                TimedCall.repeating(Fault.REVERSE_LOOKUP, this::lookUp),
                TimedCall.waitingOnceHeld(Fault.FAIR_LOCK, this::lock),
                TimedCall.waiting(Fault.INTERRUPTED_SLEEP, this::sleep));
    }

    private void copy() throws IOException {
        target.position(0);
        result += source.transferTo(0, BYTES, target);
    }

    private void truncate() throws IOException {
        shrinking.setLength(0);
        shrinking.write(bytes, 0, 4_096);
        shrinking.setLength(1_000_000);
    }

    private void link() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), archive);
        result += Files.readSymbolicLink(link).getNameCount();
        Files.delete(link);
    }

    private void send() throws IOException {
        result += source.transferTo(0, BYTES, socket);
        int read;
        do {
            drained.clear();
            read = socketPeer.read(drained);
        } while (read > 0);
    }

    private void unzip() throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            result += zip.getInputStream(zip.getEntry("entry")).read();
        }
    }

    private void inflate() throws DataFormatException {
        Inflater inflater = new Inflater();
        inflater.setInput(deflated);
        result += inflater.inflate(bytes);
        inflater.end();
    }

    private void encode() {
        result += Base64.getDecoder().decode(Base64.getEncoder().encode(bytes)).length;
    }

    private void derive() throws GeneralSecurityException {
        PBEKeySpec password = new PBEKeySpec("password".toCharArray(), LOOPBACK, 20, 256);
        result += SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(password)
                .getEncoded()
                .length;
    }

    private void scan() {
        try (Scanner scanner = new Scanner(numbers)) {
            while (scanner.hasNextInt()) {
                result += scanner.nextInt();
            }
        }
    }

    /** As monitoring does. */
    private void askForMemory() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            result += pool.getUsage().getUsed();
        }
    }

    private void hash() {
        for (int i = 0; i < OBJECTS; i++) {
            result += System.identityHashCode(new Object());
        }
    }

    private void load() {
        result += ServiceLoader.load(FileSystemProvider.class).stream().count();
    }

    private void remember() {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        for (int i = 0; i < OBJECTS; i++) {
            map.put(new Object(), "value");
        }
        result += map.size();
    }

    private void multiply() {
        double sum = 0;
        for (int row = 0; row < ORDER; row++) {
            for (int column = 0; column < ORDER; column++) {
                for (int i = 0; i < ORDER; i++) {
                    sum += matrix[row][i] * matrix[i][column];
                }
            }
        }
        result += (long) sum;
    }

    private void connect() throws IOException {
        try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), closedPort)) {
            result += refused.getPort();
        } catch (ConnectException e) {
            result++;
        }
    }

    private void lookUp() throws IOException {
        result += InetAddress.getByAddress(LOOPBACK).getHostName().length();
    }

    private long lock(long ns) {
        worker.hold(() -> {
            lock.lock();
            try {
                worker.keep(ns);
            } finally {
                lock.unlock();
            }
        });
        long waitNs = System.nanoTime();
        lock.lock();
        lock.unlock();
        return waitNs;
    }

    private void sleep(long ns) {
        worker.later(ns, Thread.currentThread()::interrupt);
        try {
            TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
            result++;
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
