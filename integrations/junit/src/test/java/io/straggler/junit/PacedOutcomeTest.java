package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.compare.result.DiagnosisSums;
import io.straggler.diagnosis.RunBudget.CauseSum;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.Where;
import io.straggler.gate.GateResult;
import io.straggler.gate.GateResult.Outcome;
import io.straggler.model.Notice;
import io.straggler.model.Place;
import io.straggler.model.RunDescription;
import io.straggler.model.RunId;
import io.straggler.model.RunOutcome;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import io.straggler.model.SamplerSummary;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedOutcomeTest {
    private static final DiagnosisSums NOTHING = new DiagnosisSums(0, 0, List.of(), List.of());

    @Test
    void shouldSayEverythingThatAReaderOfABuildLogNeeds() {
        DiagnosisSums diagnosis = new DiagnosisSums(
                12,
                10_000_000,
                List.of(
                        sum(Cause.GC_PAUSE, 6_000_000, "GC Pause (G1New)"),
                        sum(Cause.RUN_QUEUE, 2_000_000, ""),
                        sum(Cause.PARK, 1_000_000, "Pool.take"),
                        sum(Cause.SLEEP, 500_000, ""),
                        sum(Cause.FILE_IO, 500_000, "Log.write")),
                List.of());
        PacedOutcome outcome = new PacedOutcome(
                run(RunStatus.OK, "", SamplerMode.JAVA, "triggered: no library for this platform"),
                List.of(
                        new GateResult("p50 < 1ms", Outcome.PASSED, "p50 is fine"),
                        new GateResult("p99.99 < 1s", Outcome.UNDECIDED, "p99.99 is not measurable: too few."),
                        new GateResult("p99 < 50us", Outcome.FAILED, "p99 is 1 ms [0.9 ms, 1.1 ms]")),
                diagnosis,
                "target/run/report.html");

        assertThat(outcome.failed()).isTrue();
        assertThat(outcome.message()).isEqualTo("""
                p99 < 50us is broken: p99 is 1 ms [0.9 ms, 1.1 ms]
                p99.99 < 1s cannot be judged: p99.99 is not measurable: too few. Measure for longer, or at a higher rate, or leave the limit out.
                where the latency of 12 outliers of 50 µs or more went:
                  60.0%  GC pause: GC Pause (G1New)
                  20.0%  waiting for a core
                  10.0%  park: Pool.take
                   5.0%  sleep
                warning: The clock jumped.
                stacks: java (triggered: no library for this platform)
                report: target/run/report.html""");
    }

    @Test
    void shouldPassOnlyWhenEveryLimitIsKept() {
        RunDescription ok = run(RunStatus.OK, "", SamplerMode.TRIGGERED, "it works here");
        GateResult passed = new GateResult("p50 < 1ms", Outcome.PASSED, "");
        GateResult undecided = new GateResult("p99 < 1ms", Outcome.UNDECIDED, "");

        assertThat(new PacedOutcome(ok, List.of(passed, passed), NOTHING, "").failed())
                .isFalse();
        assertThat(new PacedOutcome(ok, List.of(passed, undecided), NOTHING, "").failed())
                .isTrue();
    }

    @Test
    void shouldFailWithTheReasonWhenTheRunIsNotInOrder() {
        RunDescription saturated = run(RunStatus.SATURATED, "too slow", SamplerMode.OFF, "switched off");
        RunDescription failed = run(RunStatus.FAILED, "stuck", SamplerMode.OFF, "switched off");

        assertThat(new PacedOutcome(saturated, List.of(), NOTHING, "r").failed())
                .isTrue();
        assertThat(new PacedOutcome(saturated, List.of(), NOTHING, "r").message())
                .isEqualTo("""
                        The run was saturated: too slow
                        warning: The clock jumped.
                        stacks: off (switched off)
                        report: r""");
        assertThat(new PacedOutcome(failed, List.of(), NOTHING, "r").message()).startsWith("The run failed: stuck\n");
    }

    private static CauseSum sum(Cause cause, long ns, String where) {
        return new CauseSum(
                cause, ns, 0, 1, 1, 0, where.isEmpty() ? List.of() : List.of(new Where(Place.of(where), ns, 1)));
    }

    private static RunDescription run(RunStatus status, String reason, SamplerMode mode, String why) {
        RunOutcome outcome = RunOutcome.of(new RunId(0, 1))
                .endEpochMs(1_000)
                .targetPerSecond(1_000)
                .achievedPerSecond(1_000)
                .iterations(1_000)
                .outliers(12)
                .thresholdNs(50_000)
                .worstNs(1_000_000)
                .status(status, reason)
                .build();
        return RunDescription.of("T")
                .runs(List.of(outcome))
                .sampler(SamplerSummary.of(mode, why).build())
                .status(status, reason)
                .notices(List.of(Notice.of("The clock jumped.")))
                .build();
    }
}
