package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What services do between two requests, and now and then within one. */
final class Routines implements AutoCloseable {
    private static final int BYTES = 64 * 1024;
    private static final int FILES = 20;
    private static final int WORDS = 500;

    private final Opened opened = new Opened();
    private final byte[] bytes = new byte[BYTES];
    private final ByteBuffer[] parts = {ByteBuffer.allocateDirect(512), ByteBuffer.allocateDirect(3_000)};
    private final String address = "a value & another = \u00e9t\u00e9 / ".repeat(20);
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final Path folder;
    private final RandomAccessFile records;
    private final FileChannel gathered;
    private final PrintStream printed;
    private final DatagramChannel sender;
    private final DatagramChannel receiver;
    private final PrivateKey key;
    private long result;

    /** @param parent where a folder may be made */
    Routines(Path parent) throws ImpossibleException {
        try {
            folder = Files.createDirectory(parent.resolve("routines"));
            Path file = Files.write(folder.resolve("records"), new byte[16 * BYTES]);
            for (int i = 0; i < FILES; i++) {
                Path below = Files.createDirectories(folder.resolve("below/" + i % 4));
                Files.createFile(below.resolve("file" + i));
            }
            records = opened.add(new RandomAccessFile(file.toFile(), "r"));
            gathered = opened.add(
                    FileChannel.open(folder.resolve("gathered"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            printed = opened.add(new PrintStream(folder.resolve("printed").toFile(), StandardCharsets.UTF_8));
            receiver = opened.add(DatagramChannel.open());
            receiver.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            sender = opened.add(DatagramChannel.open());
            sender.connect(receiver.getLocalAddress());
            receiver.configureBlocking(false);
            key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate();
        } catch (IOException | GeneralSecurityException e) {
            opened.close();
            throw new ImpossibleException("needs files, the loopback interface and keys: " + e.getMessage());
        }
    }

    List<Injector> injectors() {
        return List.of(
                TimedCall.repeating(Fault.CIPHER, this::encrypt),
                TimedCall.repeating(Fault.SIGNATURE, this::sign),
                TimedCall.repeating(Fault.SCATTERED_READS, this::readRecords),
                TimedCall.repeating(Fault.GATHERING_WRITES, this::gather),
                TimedCall.repeating(Fault.TREE_WALK, this::walk),
                TimedCall.repeating(Fault.PRINTING, this::print),
                TimedCall.repeating(Fault.GROUPING, this::group),
                TimedCall.repeating(Fault.CONCATENATION, this::concatenate),
                TimedCall.repeating(Fault.ENCODING, this::encode),
                TimedCall.repeating(Fault.CLASS_HISTOGRAM, this::askForHistogram),
                TimedCall.repeating(Fault.DATAGRAM_BURST, this::send));
    }

    private void encrypt() throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes, 0, 16, "AES"), new IvParameterSpec(bytes, 0, 16));
        result += cipher.doFinal(bytes).length;
    }

    private void sign() throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key);
        signature.update(bytes, 0, 100);
        result += signature.sign().length;
    }

    private void readRecords() throws IOException {
        result = result * 6364136223846793005L + 1442695040888963407L;
        records.seek((result >>> 44) % (15L * BYTES));
        records.readFully(bytes, 0, 4_096);
    }

    private void gather() throws IOException {
        for (ByteBuffer part : parts) {
            part.clear();
        }
        gathered.position(0);
        result += gathered.write(parts);
    }

    private void walk() throws IOException {
        Files.walkFileTree(folder.resolve("below"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                result += attributes.size();
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private void print() {
        printed.println("took " + result);
        printed.flush();
    }

    private void group() {
        result += IntStream.range(0, WORDS)
                .boxed()
                .collect(Collectors.groupingBy(word -> word % 7, Collectors.counting()))
                .size();
    }

    private void concatenate() {
        String all = "";
        for (int i = 0; i < WORDS / 10; i++) {
            all += address;
        }
        result += all.length();
    }

    private void encode() {
        result += URLDecoder.decode(URLEncoder.encode(address, StandardCharsets.UTF_8), StandardCharsets.UTF_8)
                .length();
    }

    /** As monitoring does. */
    private void askForHistogram() throws JMException {
        Object histogram = beans.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        result += histogram.toString().length();
    }

    private void send() throws IOException {
        ByteBuffer part = parts[0].clear();
        result += sender.write(part);
        part.clear();
        receiver.receive(part);
    }

    @Override
    public void close() {
        opened.close();
    }
}
