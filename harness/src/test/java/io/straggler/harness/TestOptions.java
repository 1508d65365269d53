package io.straggler.harness;

import io.straggler.model.OverheadCheck;

/** Options of a run without a sampler. */
final class TestOptions extends HarnessOptions.Builder<TestOptions> {
    private Watchdog watchdog = Watchdog.ON;
    private OverheadCheck overheadCheck = OverheadCheck.NONE;
    private int fork;

    TestOptions watchdog(Watchdog value) {
        watchdog = value;
        return this;
    }

    TestOptions overheadCheck(OverheadCheck value) {
        overheadCheck = value;
        return this;
    }

    TestOptions fork(int value) {
        fork = value;
        return this;
    }

    HarnessOptions build() {
        return build(watchdog, overheadCheck, fork);
    }
}
