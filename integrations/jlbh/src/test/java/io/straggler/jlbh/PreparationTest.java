package io.straggler.jlbh;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.jlbh.samples.Samples;
import java.io.OutputStream;
import java.io.PrintStream;
import net.openhft.chronicle.jlbh.JLBHOptions;
import org.junit.jupiter.api.Test;

class PreparationTest {
    private static Preparation prepared(TestFork fork) {
        JlbhSettings settings = JlbhSettings.of(
                new JLBHOptions().throughput(10).warmUpIterations(12_000).jlbhTask(new Scripted()));
        Samples samples = new Recordings(settings, new PrintStream(OutputStream.nullOutputStream())).endToEnd();
        return new Preparation(settings, fork, samples, () -> false);
    }

    @Test
    void shouldWarmUpAtTheBenchmarksRate() {
        Preparation prepared = prepared(new TestFork());

        assertThat(prepared.perSecond()).isEqualTo(10);
        assertThat(prepared.plan()).isEqualTo(new WarmUpPlan(11_900, 100));
    }

    @Test
    void shouldWarmUpAtTheRateOfTheCommandLineIfThereIsOne() {
        Preparation prepared = prepared(new TestFork().give("rate", "1k/s"));

        assertThat(prepared.perSecond()).isEqualTo(1_000);
        assertThat(prepared.plan()).isEqualTo(new WarmUpPlan(10_000, 2_000));
    }

    @Test
    void shouldLeaveThePacedWarmUpToTheCommandLine() {
        Preparation prepared = prepared(new TestFork().give("warmup", "1s"));

        assertThat(prepared.plan()).isEqualTo(WarmUpPlan.atOnce(12_000));
    }
}
