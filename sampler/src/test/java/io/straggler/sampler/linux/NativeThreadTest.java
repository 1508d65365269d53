package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeThreadTest {
    private static final Path SELF = Path.of("/proc/thread-self");

    private static <T> T onAThreadOfItsOwn(Callable<T> action) throws Exception {
        FutureTask<T> task = new FutureTask<>(action);
        new Thread(task).start();
        return task.get();
    }

    private static String allowedCpus() throws Exception {
        return Files.readAllLines(SELF.resolve("status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).trim())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldKnowTheIdThatTheSystemUses() throws Exception {
        assertThat(NativeThread.available()).isTrue();
        assertThat(NativeThread.currentId())
                .isEqualTo(Long.parseLong(
                        Files.readSymbolicLink(SELF).getFileName().toString()));
        assertThat(onAThreadOfItsOwn(NativeThread::currentId)).isNotEqualTo(NativeThread.currentId());
    }

    @Test
    void shouldBindTheCallingThreadOnly() throws Exception {
        String before = allowedCpus();
        int last = Integer.parseInt(before.replaceAll(".*[,-]", ""));
        String bound = onAThreadOfItsOwn(() -> {
            NativeThread.pinCurrent(last);
            return allowedCpus();
        });

        assertThat(bound).isEqualTo(Integer.toString(last));
        assertThat(allowedCpus()).isEqualTo(before);
    }

    @Test
    void shouldRejectACoreThatIsNotThere() {
        assertThatThrownBy(() -> NativeThread.pinCurrent(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cpu must be from 0 to 1023: cpu=-1");
        assertThatThrownBy(() -> NativeThread.pinCurrent(1024)).hasMessage("cpu must be from 0 to 1023: cpu=1024");
        assertThatThrownBy(() -> NativeThread.pinCurrent(1023))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "cpu must be one that this process may use, of " + NativeThread.allowedCpus(0) + ": cpu=1023");
    }

    @Test
    void shouldTellThatAThreadIsGone() throws Exception {
        FutureTask<Long> id = new FutureTask<>(NativeThread::currentId);
        Thread thread = new Thread(id);
        thread.start();
        thread.join();
        // join returns a moment before the native thread has ended.
        while (Files.exists(Path.of("/proc/self/task/" + id.get()))) {
            Thread.onSpinWait();
        }

        assertThat(NativeThread.signal(ProcessHandle.current().pid(), id.get(), 0))
                .isFalse();
        assertThat(NativeThread.signal(ProcessHandle.current().pid(), NativeThread.currentId(), 0))
                .isTrue();
    }

    /** The JVM's message about a library in a folder from which nothing may be executed. */
    @Test
    void shouldDeleteWhatJnaLeavesUnpacked(@TempDir Path folder) throws Exception {
        Path unpacked = Files.createFile(folder.resolve("jna10538757472494984202.tmp"));
        Path other = Files.createFile(folder.resolve("other.tmp"));
        NativeThread.deleteUnpacked(other + ": failed to map segment from shared object");
        NativeThread.deleteUnpacked(unpacked + " is not there");
        assertThat(folder).isDirectoryContaining(unpacked::equals).isDirectoryContaining(other::equals);
        NativeThread.deleteUnpacked(unpacked + ": " + unpacked + ": failed to map segment from shared object");
        assertThat(folder).isDirectoryNotContaining(unpacked::equals).isDirectoryContaining(other::equals);
    }
}
