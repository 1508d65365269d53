package io.straggler.cli.remedies;

import io.straggler.RunFolder;
import io.straggler.cli.fork.ForkLauncher;
import io.straggler.cli.fork.ProgressLine;
import io.straggler.model.ProcessUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The program as it is, or with one remedy: its JVMs and what they took. For one thread. */
final class TrySide {
    private final String name;
    private final Map<String, String> own;
    private final RunFolder folder;
    private final ForkLauncher launcher;
    private final ProgressLine progress;
    private final List<Optional<ProcessUse>> uses = new ArrayList<>();
    private String reason = "";

    /** @param own options that only its JVMs have */
    TrySide(String name, Map<String, String> own, RunFolder folder, ForkLauncher launcher, ProgressLine progress) {
        this.name = name;
        this.own = own;
        this.folder = folder;
        this.launcher = launcher;
        this.progress = progress;
    }

    String name() {
        return name;
    }

    RunFolder folder() {
        return folder;
    }

    ForkLauncher launcher() {
        return launcher;
    }

    ProgressLine progress() {
        return progress;
    }

    /** Returns the options of a JVM of this side. */
    Map<String, String> options(Map<String, String> ofAll) {
        Map<String, String> options = new LinkedHashMap<>(ofAll);
        options.putAll(own);
        return options;
    }

    /** Returns the resources that each JVM took, in order. */
    List<Optional<ProcessUse>> uses() {
        return uses;
    }

    /** Why it cannot be measured, a sentence; empty if it can. */
    String reason() {
        return reason;
    }

    void out(String why) {
        reason = why;
    }
}
