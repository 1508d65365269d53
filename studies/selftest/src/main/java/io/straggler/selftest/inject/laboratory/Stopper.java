package io.straggler.selftest.inject.laboratory;

import io.straggler.sampler.linux.NativeThread;
import io.straggler.selftest.inject.LinuxCalls;
import io.straggler.selftest.inject.SharedInjection;
import io.straggler.selftest.inject.Waits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Main class of a small process that stops another one for a while when it is asked to on its standard input. It reports the instants by a
 * {@link SharedInjection}, and ends when its standard input does.
 */
final class Stopper {
    static final int ANY_CORE = -1;

    private Stopper() {}

    /** @param args the process to stop, the file to share, and the core to do it from, or {@link #ANY_CORE} */
    public static void main(String[] args) throws IOException {
        int processId = Integer.parseInt(args[0]);
        SharedInjection act = SharedInjection.map(Path.of(args[1]));
        int core = Integer.parseInt(args[2]);
        if (core != ANY_CORE) {
            NativeThread.pinCurrent(core);
        }
        LinuxCalls.ignoreInterrupts();
        try (BufferedReader requests =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                String[] words = line.split(" ");
                stop(processId, Long.parseLong(words[0]), Long.parseLong(words[1]), act);
            }
        }
    }

    private static void stop(int processId, long atNs, long sizeNs, SharedInjection act) {
        Waits.exactly(atNs);
        long fromNs = System.nanoTime();
        try {
            LinuxCalls.send(processId, LinuxCalls.SIGSTOP);
            Waits.exactly(System.nanoTime() + sizeNs);
        } finally {
            // Before the signal: the other process may take this core when it goes on.
            act.done(fromNs, System.nanoTime());
            LinuxCalls.send(processId, LinuxCalls.SIGCONT);
        }
    }
}
