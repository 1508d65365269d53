package io.straggler.jlbh;

import io.straggler.HostedFork;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.harness.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A measured JVM that is this one: without recording and stacks, and with its result at hand. */
final class TestFork implements HostedFork {
    private final Map<String, String> given = new HashMap<>();
    private final StringBuilder kept = new StringBuilder();
    private volatile StragglerResult result;
    private volatile boolean givenUp;

    /** As if on the command line; of these the adapter itself looks at some. */
    TestFork give(String option, String text) {
        given.put(option, text);
        return this;
    }

    @Override
    public Optional<String> given(String option) {
        return Optional.ofNullable(given.get(option));
    }

    @Override
    public int runs() {
        return 1;
    }

    @Override
    public List<String> settings() {
        return List.of();
    }

    @Override
    public void named(String task) {
        // JLBH's programs are called what the user named.
    }

    @Override
    public StragglerResult measure(Consumer<StragglerOptions> settings, Task task) {
        StragglerOptions options = Straggler.options();
        settings.accept(options);
        given("threshold").ifPresent(options::threshold);
        result = options.jfr(StragglerOptions.Jfr.OFF).run(task);
        return result;
    }

    @Override
    public void keep(String fileName, String text) {
        kept.append(fileName).append('\n').append(text);
    }

    @Override
    public void giveUp() {
        givenUp = true;
    }

    StragglerResult result() {
        return result;
    }

    String kept() {
        return kept.toString();
    }

    boolean givenUp() {
        return givenUp;
    }
}
