package io.straggler.jlbh;

import io.straggler.HostedFork;
import io.straggler.Straggler;
import io.straggler.StragglerOptions;
import io.straggler.StragglerResult;
import io.straggler.harness.Task;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A JVM that nobody started to measure something: a benchmark that is run from a debugger, say, with the adapter in front. */
final class InProcess implements HostedFork {
    @Override
    public Optional<String> given(String option) {
        return Optional.empty();
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
        // There are no files to call it so in.
    }

    @Override
    public StragglerResult measure(Consumer<StragglerOptions> settings, Task task) {
        StragglerOptions options = Straggler.options();
        settings.accept(options);
        return options.run(task);
    }

    @Override
    public void keep(String fileName, String text) {
        // There is no folder.
    }

    @Override
    public void giveUp() {
        // It is not ours to end.
    }
}
