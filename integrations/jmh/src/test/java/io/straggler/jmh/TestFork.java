package io.straggler.jmh;

import io.straggler.HostedFork;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.harness.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A measured JVM that is this one: two short runs after a short warm-up, without recording and stacks, and with its result at hand. */
final class TestFork implements HostedFork {
    private final List<String> settings;
    private String name;
    private StragglerResult result;

    TestFork(String... settings) {
        this.settings = List.of(settings);
    }

    @Override
    public Optional<String> given(String option) {
        return Optional.empty();
    }

    @Override
    public int runs() {
        return 2;
    }

    @Override
    public List<String> settings() {
        return settings;
    }

    @Override
    public void named(String task) {
        name = task;
    }

    @Override
    public StragglerResult measure(Consumer<StragglerOptions> asked, Task task) {
        StragglerOptions options = Straggler.options()
                .rate(10_000)
                .warmUp(Duration.ofMillis(20))
                .count(50)
                .runs(2)
                .threshold("1h")
                .jfr(StragglerOptions.Jfr.OFF);
        asked.accept(options);
        result = options.run(task);
        return result;
    }

    @Override
    public void keep(String fileName, String text) {
        throw new AssertionError("nothing is kept beside the run");
    }

    @Override
    public void giveUp() {
        throw new AssertionError("a benchmark comes to its end");
    }

    String name() {
        return name;
    }

    StragglerResult result() {
        return result;
    }
}
