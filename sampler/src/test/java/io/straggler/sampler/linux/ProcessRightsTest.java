package io.straggler.sampler.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessRightsTest {
    private static final long NOBODY = 65_534;

    @TempDir
    private Path root;

    private void status(String text) throws Exception {
        Path folder = Files.createDirectories(root.resolve("proc/4711"));
        Files.writeString(folder.resolve("status"), text);
    }

    @Test
    void shouldReadTheEffectiveRights() throws Exception {
        status("Name:\tUid: 7\nUid:\t1000\t1001\t1002\t1003\nGid:\t50\t51\t52\t53\nGroups:\t51 60 4294967294 \n");
        assertThat(ProcessRights.of(SystemFiles.below(root), "4711"))
                .contains(new ProcessRights(1001, 51, List.of(51L, 60L, 4_294_967_294L)));
        status("Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nGroups:\t\nno colon\n");
        assertThat(ProcessRights.of(SystemFiles.below(root), "4711")).contains(new ProcessRights(0, 0, List.of()));
    }

    @Test
    void shouldNotGuessRightsThatNobodyTells() throws Exception {
        status("Uid:\t1000\nGid:\t50\t51\t52\t53\n");
        assertThat(ProcessRights.of(SystemFiles.below(root), "4711")).isEmpty();
        assertThat(ProcessRights.of(SystemFiles.below(root), "4712")).isEmpty();
    }

    @Test
    void shouldKnowItsNumberInItsContainer() throws Exception {
        status("Pid:\t4711\nNSpid:\t4711\t33\t1\n");
        assertThat(new OtherProcess(4711).innermostId(SystemFiles.below(root))).isEqualTo(1);
        status("Pid:\t4711\n");
        assertThat(new OtherProcess(4711).innermostId(SystemFiles.below(root))).isEqualTo(4711);
    }

    @Test
    void shouldKnowWhichSignalsItHandles() throws Exception {
        status("SigIgn:\tffffffffffffffff\nSigCgt:\t0000000000000004\n");
        assertThat(new OtherProcess(4711).catches(SystemFiles.below(root), 3)).isTrue();
        assertThat(new OtherProcess(4711).catches(SystemFiles.below(root), 2)).isFalse();
        status("SigCgt:\t8000000000000000\n");
        assertThat(new OtherProcess(4711).catches(SystemFiles.below(root), 64)).isTrue();
        status("SigCgt:\tnonsense\n");
        assertThat(new OtherProcess(4711).catches(SystemFiles.below(root), 3)).isFalse();
    }

    /** Root may; others may not even give groups away. */
    @Test
    void shouldGiveRightsToOneThreadOnly() throws Exception {
        ProcessRights own = ProcessRights.ofThisProcess().orElseThrow();
        ProcessRights nobody = new ProcessRights(NOBODY, NOBODY, List.of());
        AtomicReference<ProcessRights> there = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            boolean assumed = nobody.assume();
            assertThat(assumed).isEqualTo(own.ofRoot());
            there.set(
                    ProcessRights.of(SystemFiles.ofThisMachine(), "thread-self").orElseThrow());
        });
        thread.start();
        thread.join();
        assertThat(there.get()).isEqualTo(own.ofRoot() ? nobody : own);
        assertThat(ProcessRights.ofThisProcess()).contains(own);
    }
}
