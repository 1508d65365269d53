package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.annotations.Level;

@Timeout(60)
class TrialTest {
    private static MethodHandle invocation(String expression, Map<String, String> parameters) throws Exception {
        Trial trial = new Trial(new States(Listed.matching(expression), parameters));
        trial.make();
        trial.setUp(Level.Iteration);
        return trial.invocation();
    }

    /** Garbage of ours would collect, and be found to make the benchmark slow. */
    @Test
    void shouldConsumeAPrimitiveWithoutMakingAnObjectOfIt() throws Throwable {
        MethodHandle parse = invocation("Parsing.parse$", Map.of("digits", "17", "every", "100"));
        assertThat(parse.type()).isEqualTo(MethodType.methodType(void.class));
        call(parse, 20_000);

        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        call(parse, 20_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20_000 * 8);
    }

    private static void call(MethodHandle invocation, int times) throws Throwable {
        for (int i = 0; i < times; i++) {
            invocation.invokeExact();
        }
    }
}
