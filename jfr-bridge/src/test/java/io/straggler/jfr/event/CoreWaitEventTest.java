package io.straggler.jfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jfr.read.Recorded;
import io.straggler.jfr.read.RecordingReader;
import io.straggler.model.CoreHold;
import io.straggler.model.CoreUser;
import io.straggler.model.OffCoreInterval;
import io.straggler.model.OffCoreTimes;
import io.straggler.model.RecordedRun;
import io.straggler.model.ThreadUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreWaitEventTest {
    @TempDir
    private Path directory;

    @Test
    void shouldTakeAKindOfALaterVersionForAProcess() {
        OffCoreInterval away = new OffCoreInterval(10, 20, true);
        ThreadUsage usage = ThreadUsage.of(1, 3)
                .between(3, 40)
                .offCore(Optional.of(new OffCoreTimes(5, List.of(away))))
                .build();

        RecordedRun run = RecordingReader.read(Recorded.recording(directory.resolve("later.jfr"), 0, emitter -> {
            emitter.used(usage);
            CoreWaitEvent event = new CoreWaitEvent();
            event.osId = 3;
            event.awayNs = 10;
            event.fromNs = 12;
            event.toNs = 20;
            event.byKind = "HYPERVISOR";
            event.byOsId = 7;
            event.by = "kvm";
            event.commit();
        }));

        assertThat(run.problems()).isEmpty();
        assertThat(run.usage())
                .singleElement()
                .satisfies(read -> assertThat(read.offCore().orElseThrow().intervals())
                        .containsExactly(new OffCoreInterval(
                                10,
                                20,
                                true,
                                Optional.empty(),
                                List.of(new CoreHold(12, 20, new CoreUser(CoreUser.Kind.OTHER_PROCESS, 7, "kvm"))))));
    }
}
