package io.straggler.selftest.inject.fault;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.PlannedInjection;
import io.straggler.selftest.inject.RunDelay;
import io.straggler.selftest.inject.TruthLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes to a file and has it put on the device, as often as it takes to fill the time. */
public final class FileForce implements Injector {
    private static final int BYTES = 4096;

    private final RunDelay runDelay = new RunDelay();
    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BYTES);

    public FileForce(Path folder) throws ImpossibleException {
        try {
            file = Files.createTempFile(folder, ".force-", null);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.force(true);
        } catch (IOException e) {
            throw new ImpossibleException("needs a file that can be forced to its device: " + e.getMessage());
        }
    }

    @Override
    public Fault fault() {
        return Fault.FILE;
    }

    @Override
    public void inject(PlannedInjection injection, TruthLog truth) throws IOException {
        runDelay.begin();
        long startNs = System.nanoTime();
        long endNs = startNs;
        while (endNs - startNs < injection.sizeNs()) {
            block.clear();
            channel.write(block, 0);
            channel.force(true);
            endNs = System.nanoTime();
        }
        runDelay.waited(Fault.FILE, startNs, endNs, truth);
    }

    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The folder keeps an empty file more.
        }
    }
}
