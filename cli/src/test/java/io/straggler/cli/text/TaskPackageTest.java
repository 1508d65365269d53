package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.model.FrameKind;
import io.straggler.model.RunDescription;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import io.straggler.model.StackFrame;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TaskPackageTest {
    private static RunDescription run(String task, Map<String, String> environment) {
        return RunDescription.of(task)
                .environment(environment)
                .sampler(SamplerSummary.of(SamplerMode.TRIGGERED, "")
                        .armDelayNs(5_000)
                        .signalsSent(10)
                        .capturesTaken(9)
                        .normalSamples(4)
                        .cappedIterations(1)
                        .lateTotalNs(3_000)
                        .lateMaxNs(2_000)
                        .build())
                .build();
    }

    @Test
    void shouldBeThePackageOfTheTaskOrOfTheClassWhoseCallsAreIterations() {
        assertThat(TaskPackage.of(run("com.acme.Task", Map.of()))).isEqualTo("com.acme.");
        assertThat(TaskPackage.of(run("Task", Map.of()))).isEmpty();
        assertThat(TaskPackage.of(run("jdk.MethodTrace", Map.of()))).isEmpty();
        assertThat(TaskPackage.of(run("profiler.Span", Map.of()))).isEmpty();

        assertThat(ofMethods("com.acme.Shop.order", "com.acme.Shop.order")).isEqualTo("com.acme.");
        assertThat(ofMethods("Shop.order", "Shop.order")).isEmpty();
        assertThat(ofMethods("com.acme.Shop.order,com.acme.db.Rows.*", "com.acme.Shop.order, com.acme.db.Rows.all"))
                .isEqualTo("com.acme.");
        assertThat(ofMethods("com.acme.Shop.order,org.other.Pool.get", "com.acme.Shop.order, org.other.Pool.get"))
                .isEmpty();
    }

    @Test
    void shouldBeThatOfTheProgramWhereThePatternNamesALibrary() {
        assertThat(ofMethods("@Timed", "com.acme.Shop.order")).isEqualTo("com.acme.");
        assertThat(ofMethods("lib.Handler+.handle", "com.acme.Shop.handle")).isEqualTo("com.acme.");
        assertThat(ofMethods(
                        "servlet",
                        "org.springframework.web.servlet.FrameworkServlet.service, com.acme.web.Trace.doFilter"))
                .isEqualTo("com.acme.web.");
        assertThat(ofMethods("executor", "java.util.concurrent.ThreadPoolExecutor.runWorker"))
                .isEmpty();
    }

    private static String ofMethods(String pattern, String found) {
        return TaskPackage.of(run(pattern, Map.of("methods", found)));
    }

    @Test
    void shouldNameFramesOfNoLibraryWhereNoPackageIsTheTasks() {
        List<StackFrame> frames = Stream.of(
                        "java.lang.Thread.run",
                        "org.apache.catalina.core.StandardWrapperValve.invoke",
                        "com.acme.Shop.order",
                        "org.springframework.jdbc.core.JdbcTemplate.execute",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                        "jdk.internal.misc.Unsafe.park")
                .map(name -> new StackFrame(name, FrameKind.COMPILED))
                .toList();

        assertThat(HottestFrames.of(List.of(new WeightedStack(frames, 1_000, 1)), "", 3))
                .extracting(HottestFrames.Share::path)
                .containsExactly(List.of("jdk.internal.misc.Unsafe.park", "com.acme.Shop.order"));
    }

    @Test
    void shouldSayWhatNativeCodeIsForAndNotHowTheSystemWaits() {
        String home = "com.acme.";
        StackFrame shop = new StackFrame("com.acme.Shop.order", FrameKind.COMPILED);
        StackFrame park = new StackFrame("jdk.internal.misc.Unsafe.park", FrameKind.COMPILED);
        StackFrame stop = new StackFrame("SafepointSynchronize::block", FrameKind.CPP);
        StackFrame futex = new StackFrame("__futex_abstimed_wait_common", FrameKind.NATIVE);

        assertThat(HottestFrames.of(
                        List.of(
                                new WeightedStack(List.of(shop, park, futex), 4_000, 1),
                                new WeightedStack(List.of(shop, stop, futex), 3_000, 1),
                                new WeightedStack(List.of(futex), 2_000, 1)),
                        home,
                        3))
                .extracting(HottestFrames.Share::path)
                .containsExactly(
                        List.of("jdk.internal.misc.Unsafe.park", "Shop.order"),
                        List.of("SafepointSynchronize::block", "Shop.order"),
                        List.of("__futex_abstimed_wait_common"));
    }

    @Test
    void shouldNameTheProgramsOwnFramesAboveWhatACallWasBlockedIn() {
        List<StackFrame> frames = Stream.of(
                        "java.lang.Thread.run",
                        "com.acme.Shop.order",
                        "com.acme.Prices.cents",
                        "com.acme.db.Rows.all",
                        "__futex_abstimed_wait_common")
                .map(name -> new StackFrame(name, FrameKind.COMPILED))
                .toList();
        String home = TaskPackage.of(run("com.acme.Shop.order", Map.of("methods", "com.acme.Shop.order")));

        List<HottestFrames.Share> hottest = HottestFrames.of(List.of(new WeightedStack(frames, 1_000, 1)), home, 3);

        assertThat(hottest).hasSize(1);
        assertThat(hottest.get(0).path())
                .containsExactly("__futex_abstimed_wait_common", "db.Rows.all", "Prices.cents");
    }
}
