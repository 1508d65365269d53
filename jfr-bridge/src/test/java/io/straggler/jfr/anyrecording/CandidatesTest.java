package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CandidatesTest {
    @Test
    void shouldTakeASampleForNormalThatAnIterationOfItsThreadContains() {
        Candidates candidates = new Candidates();
        candidates.add(30, 1, 0);
        candidates.add(10, 1, 1);
        candidates.add(10, 2, 2);
        candidates.add(20, 1, 3);

        candidates.normal(1, 10, 20);

        assertThat(IntStream.range(0, 4).filter(candidates::isNormal)).containsExactly(1);
    }

    @Test
    void shouldChooseEvenlyWhereThereAreTooMany() {
        Thinned<Long> thinned = new Thinned<>(8);
        LongStream.range(0, 100).filter(i -> thinned.takesNext()).forEach(thinned::add);

        assertThat(thinned.list()).containsExactly(0L, 16L, 32L, 48L, 64L, 80L, 96L);
    }
}
