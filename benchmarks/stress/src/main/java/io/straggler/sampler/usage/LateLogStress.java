package io.straggler.sampler.usage;

import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLI_Result;
import org.openjdk.jcstress.infra.results.LL_Result;

/** {@link LateLog}: an entry is taken once, as a whole and in order, or it found no room and is counted. */
public class LateLogStress {
    private LateLogStress() {}

    /** A log of two entries. All numbers of entry n are n. */
    abstract static class Logged {
        final LateLog log = new LateLog(2);
        private final long[] entry = new long[LateLog.VALUES];
        private final long[] taken = new long[LateLog.VALUES];

        final void add(long n) {
            Arrays.fill(entry, n);
            log.add(entry);
        }

        /** Entries taken from the log, at most as many as it can hold: "1 2 ", with "torn " for one that is not whole. */
        final String take(int most) {
            String all = "";
            for (int i = 0; i < most && log.take(taken); i++) {
                long n = taken[0];
                all += Arrays.stream(taken).allMatch(value -> value == n) ? n + " " : "torn ";
            }
            return all;
        }
    }

    /** Two entries are added while the sampler thread takes what there is. */
    @JCStressTest
    @Outcome(
            id = {", 1 2 ", "1 , 2 ", "1 2 , "},
            expect = Expect.ACCEPTABLE,
            desc = "Both, once and in order.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "One is lost, taken twice, out of order or not whole.")
    @State
    public static class HandOver extends Logged {
        @Actor
        public void pacing() {
            add(1);
            add(2);
        }

        @Actor
        public void sampling(LL_Result result) {
            result.r1 = take(2);
        }

        @Arbiter
        public void rest(LL_Result result) {
            result.r2 = take(2);
        }
    }

    /** The log is full; an entry is added while the sampler thread takes one. */
    @JCStressTest
    @Outcome(id = "1 , 2 3 , 0", expect = Expect.ACCEPTABLE, desc = "There was room.")
    @Outcome(id = "1 , 2 , 1", expect = Expect.ACCEPTABLE, desc = "There was none yet, and the entry is counted.")
    @Outcome(expect = Expect.FORBIDDEN, desc = "An entry was written over, or is lost without being counted.")
    @State
    public static class Room extends Logged {
        public Room() {
            add(1);
            add(2);
        }

        @Actor
        public void pacing() {
            add(3);
        }

        @Actor
        public void sampling(LLI_Result result) {
            result.r1 = take(1);
        }

        @Arbiter
        public void rest(LLI_Result result) {
            result.r2 = take(2);
            result.r3 = (int) log.lost();
        }
    }
}
