package io.straggler.diagnosis.budget.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.Runs;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.FrameKind;
import io.straggler.model.StackFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NormalCodeTest {
    /** Waiting for a socket looks the same each time, and the work hardly ever does. */
    @Test
    void shouldCountStacksAsOftenAsTheyWereTaken() {
        Map<List<StackFrame>, Long> samples = new LinkedHashMap<>();
        samples.put(
                List.of(
                        new StackFrame("Task.run", FrameKind.COMPILED),
                        new StackFrame("sun.nio.ch.SocketDispatcher.read0", FrameKind.COMPILED),
                        new StackFrame("__libc_read", FrameKind.NATIVE)),
                70L);
        for (int i = 0; i < 30; i++) {
            samples.put(Runs.stack("Task.run", "Task.step" + i), 1L);
        }

        assertThat(NormalCode.causes(samples)).containsExactly(Map.entry(Cause.SOCKET_IO, 0.7));
    }
}
