package io.straggler.cli.fork;

import io.straggler.cli.option.RunRequest;
import io.straggler.jfr.keep.Retention;
import io.straggler.model.LatencySoFar;
import io.straggler.model.file.DiskSpace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Where measured JVMs come from. */
@FunctionalInterface
public interface Jvms {
    /** Processes of this machine. */
    Jvms PROCESSES = JvmProcess::new;

    /**
     * One that does not run yet.
     *
     * @param place where the fork's request lies, and where it leaves its files
     * @param progress what it shows how far it is on
     * @param err what it prints goes there
     */
    Jvm prepare(RunRequest request, Path place, ProgressLine progress, PrintStream err);

    /** Room on the disk that a folder is on, in bytes. */
    default long usableBytes(Path folder) {
        return DiskSpace.usableBytes(folder);
    }

    /** A measured JVM. */
    interface Jvm {
        /**
         * Runs it to its end. Once.
         *
         * @param fork its number
         * @param of how many there will be, for people to read; 0 if that is not known
         * @return its exit code
         */
        int run(int fork, int of) throws IOException, InterruptedException;

        /** Asks it to end and to write what it has. From any thread, also before it runs. */
        void interrupt();

        /** Ends it without asking. From any thread. */
        void kill();

        /**
         * Returns the latencies of the run when it was last heard of; empty if it had not begun to run the task. After
         * {@link #run}.
         */
        default Optional<LatencySoFar> measured() {
            return Optional.empty();
        }

        /** Returns the retention of the recording. After {@link #run}. */
        Retention retention();
    }
}
