package io.straggler.selftest.inject.laboratory;

import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.TimedInjector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes to a file and has it put on the device, as often as it takes to fill the time. */
public final class FileForce extends TimedInjector {
    private static final int BYTES = 4096;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer block = ByteBuffer.allocateDirect(BYTES);

    public FileForce(InjectionSite site) throws ImpossibleException {
        super(Nature.WAITS);
        try {
            file = Files.createTempFile(site.folder(), ".force-", null);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            channel.force(true);
        } catch (IOException e) {
            throw new ImpossibleException("needs a file that can be forced to its device: " + e.getMessage());
        }
    }

    @Override
    protected long act(long sizeNs) throws IOException {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < sizeNs) {
            block.clear();
            channel.write(block, 0);
            channel.force(true);
        }
        return 0;
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
