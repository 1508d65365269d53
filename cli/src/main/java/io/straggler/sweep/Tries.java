package io.straggler.sweep;

import io.straggler.flamegraph.Capacity.Tried;
import io.straggler.flamegraph.Capacity.Verdict;

/** The runs at one rate, and what they say together. Mutable; for one thread. */
final class Tries {
    private Verdict verdict = Verdict.UNDECIDED;
    private int searched;
    private int confirmed;
    private int held;
    private int failed;

    Verdict verdict() {
        return verdict;
    }

    int searched() {
        return searched;
    }

    int confirmed() {
        return confirmed;
    }

    /** Whether it is undecided and may be measured again. */
    boolean wantsMore(int mostRuns) {
        return verdict == Verdict.UNDECIDED && confirmed == 0 && searched < mostRuns;
    }

    void searched(Verdict together) {
        searched++;
        verdict = together;
    }

    /** The last of so many runs overrules what was thought before: by the majority or, if there is none, by all of them together. */
    void confirmed(Verdict alone, Verdict together, int of) {
        confirmed++;
        held += alone == Verdict.HOLDS ? 1 : 0;
        failed += alone == Verdict.FAILS ? 1 : 0;
        if (confirmed < of) {
            return;
        }
        verdict = 2 * held > of ? Verdict.HOLDS : 2 * failed > of ? Verdict.FAILS : together;
    }

    Tried tried(double perSecond) {
        return new Tried(perSecond, searched, confirmed, held, failed);
    }
}
