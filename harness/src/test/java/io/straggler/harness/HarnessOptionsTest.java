package io.straggler.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.harness.schedule.Schedule;
import io.straggler.model.OverheadCheck;
import io.straggler.model.RunListener.Phase;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class HarnessOptionsTest {
    @Test
    void shouldHaveTheDefaultsThatTheBuilderPromises() {
        HarnessOptions options = new TestOptions().build();

        assertThat(options.schedule()).hasToString("uniform 10,000/s");
        assertThat(options.warmUp()).isEqualTo(RunLength.lasting(Duration.ofSeconds(5)));
        assertThat(options.length()).isEqualTo(RunLength.lasting(Duration.ofSeconds(10)));
        assertThat(options.runs()).isEqualTo(1);
        assertThat(options.threshold()).isEqualTo(new Threshold.Auto());
        assertThat(options.armDelayNs()).isZero();
    }

    @Test
    void shouldTakeEveryValueThatIsSet() {
        Schedule schedule = Schedule.poisson(5, 1);
        HarnessOptions options = new TestOptions()
                .schedule(schedule)
                .warmUpIterations(3)
                .count(4)
                .runs(5)
                .pause(Duration.ofNanos(6))
                .spin(Duration.ofNanos(7))
                .timeout(Duration.ofNanos(8))
                .watchdog(Watchdog.OFF)
                .threshold("90ns")
                .armDelay(Duration.ofNanos(10))
                .jitter(Duration.ofNanos(11))
                .jitterCores(3, 0, 3)
                .overheadCheck(OverheadCheck.seeded(12))
                .fork(13)
                .build();

        assertThat(options.schedule()).isEqualTo(schedule);
        assertThat(options.warmUp()).isEqualTo(RunLength.of(3));
        assertThat(options.length()).isEqualTo(RunLength.of(4));
        assertThat(options.runs()).isEqualTo(5);
        assertThat(options.pauseNs()).isEqualTo(6);
        assertThat(options.spinNs()).isEqualTo(7);
        assertThat(options.timeoutNs()).isEqualTo(8);
        assertThat(options.watchdog()).isEqualTo(Watchdog.OFF);
        assertThat(options.threshold()).isEqualTo(new Threshold.Fixed(90));
        assertThat(options.armDelayNs()).isEqualTo(10);
        assertThat(options.jitterNs()).isEqualTo(11);
        assertThat(options.jitterCpus()).containsExactly(0, 3);
        assertThat(options.overheadCheck()).isEqualTo(OverheadCheck.seeded(12));
        assertThat(options.fork()).isEqualTo(13);
        assertThat(options.texts())
                .containsEntry("length", "4 iterations")
                .containsEntry("pause", "6 ns")
                .containsEntry("sample-after", "10 ns")
                .containsEntry("jitter-cores", "0,3");
    }

    @Test
    void shouldNameTheRuleThatIsBroken() {
        rejects(b -> b.count(0), "count must be above zero: count=0");
        rejects(b -> b.runs(0), "runs must be at least 1: runs=0");
        rejects(b -> b.warmUp(Duration.ZERO), "threshold must be a duration when there is no warm-up: threshold=auto");
        rejects(
                b -> b.warmUp(Duration.ZERO).threshold("p99.9"),
                "threshold must be a duration when there is no warm-up: threshold=p99.9");
        rejects(b -> b.armDelay(Duration.ofNanos(-1)), "arm delay must not be negative: armDelayNs=-1");
        rejects(
                b -> b.threshold("50ns").armDelay(Duration.ofNanos(50)),
                "arm delay must be below the threshold: armDelay=50 ns threshold=50 ns");
        rejects(b -> b.pause(Duration.ofNanos(-1)), "pause must not be negative: pauseNs=-1");
        rejects(b -> b.spin(Duration.ofNanos(-2)), "spin must not be negative: spinNs=-2");
        rejects(
                b -> b.jitter(Duration.ZERO).jitterCores(1),
                "jitter must not be off when cores are chosen for it: jitterCpus=[1]");
        rejects(b -> b.jitter(Duration.ofNanos(-3)), "jitter must not be negative: jitterNs=-3");
        rejects(b -> b.timeout(Duration.ZERO), "timeout must be above zero: timeoutNs=0");
    }

    @Test
    void shouldStretchARampOverARunHoweverItsLengthIsGiven() {
        HarnessOptions lasting = new TestOptions()
                .ramp(1_000, 20_000)
                .duration(Duration.ofSeconds(3))
                .build();
        assertThat(lasting.schedule()).isEqualTo(Schedule.ramp(1_000, 20_000, Duration.ofSeconds(3)));
        HarnessOptions counted =
                new TestOptions().count(21_000).ramp(20_000, 1_000).build();
        assertThat(counted.schedule()).isEqualTo(Schedule.ramp(20_000, 1_000, Duration.ofSeconds(2)));
        assertThat(counted.length().expectedNs(counted.schedule())).isEqualTo(2_000_000_000);
        assertThat(counted.scheduleOf(Phase.MEASURED)).isEqualTo(counted.schedule());
        assertThat(counted.scheduleOf(Phase.WARM_UP)).isEqualTo(Schedule.uniform(20_000));
    }

    @Test
    void shouldRejectARampThatARunWouldCutOffOrOutlast() {
        rejects(
                b -> b.schedule(Schedule.ramp(1, 2, Duration.ofSeconds(5))),
                "ramp must be as long as a run: ramp=5 s run=10 s");
        assertThatThrownBy(() -> new TestOptions().ramp(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("last rate must be above zero and at most one per nanosecond: toPerSecond=0.0");
    }

    @Test
    void shouldAcceptWhatIsJustWithinTheRules() {
        HarnessOptions options = new TestOptions()
                .warmUp(Duration.ZERO)
                .threshold("50ns")
                .armDelay(Duration.ofNanos(49))
                .spin(Duration.ZERO)
                .jitter(Duration.ZERO)
                .timeout(Duration.ofNanos(1))
                .count(1)
                .build();

        assertThat(options.armDelayNs()).isEqualTo(49);
    }

    private static void rejects(UnaryOperator<TestOptions> change, String message) {
        TestOptions builder = change.apply(new TestOptions());

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
