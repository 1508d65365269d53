package io.straggler.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.straggler.jmh.users.Odd;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.infra.Blackhole;

@Timeout(60)
class TrialTest {
    private static States states(String expression, Map<String, String> parameters) {
        return new States(Listed.matching(expression), parameters);
    }

    private static MethodHandle invocation(States states) throws Exception {
        Trial trial = new Trial(states);
        trial.make();
        trial.setUp(Level.Iteration);
        return trial.invocation();
    }

    /** Of what it consumes, a black hole holds one now and then, the first or second among them. */
    @Test
    void shouldLeaveWhatIsReturnedToTheBlackHole() throws Throwable {
        States states = states("Odd.returned", Map.of());
        call(invocation(states), 100);

        assertThat(held(states.blackhole())).isSameAs(Odd.RETURNED);
    }

    private static Object held(Blackhole blackhole) throws ReflectiveOperationException {
        Class<?> type = Blackhole.class;
        while (!type.getSimpleName().equals("BlackholeL2")) {
            type = type.getSuperclass();
        }
        Field field = type.getDeclaredField("obj1");
        field.setAccessible(true);
        return ((Reference<?>) field.get(blackhole)).get();
    }

    /** Garbage of ours would collect, and be found to make the benchmark slow. */
    @Test
    void shouldConsumeAPrimitiveWithoutMakingAnObjectOfIt() throws Throwable {
        MethodHandle parse = invocation(states("Parsing.parse$", Map.of("digits", "17", "every", "100")));
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
