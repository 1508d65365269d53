package io.straggler.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptOffTest {
    private final List<BitSet> allowed = new ArrayList<>();

    private static BitSet cpus(int... numbers) {
        BitSet cpus = new BitSet();
        for (int number : numbers) {
            cpus.set(number);
        }
        return cpus;
    }

    @Test
    void shouldLeaveTheCoreOfThePacingThreadAloneWhereverItGoes() {
        KeptOff keptOff = new KeptOff(List.of(), cpus(0, 1, 5), allowed::add);
        keptOff.keepOff(1);
        keptOff.keepOff(1);
        keptOff.keepOff(5);
        keptOff.keepOff(3);

        assertThat(allowed).containsExactly(cpus(0, 5), cpus(0, 1), cpus(0, 1, 5));
    }

    @Test
    void shouldStayWhereItIsWithOneCore() {
        new KeptOff(List.of(), cpus(2), allowed::add).keepOff(2);

        assertThat(allowed).isEmpty();
    }
}
