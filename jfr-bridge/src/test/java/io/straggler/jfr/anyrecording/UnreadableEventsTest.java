package io.straggler.jfr.anyrecording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.jfr.chunk.CorruptChunkException;
import io.straggler.jfr.chunk.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnreadableEventsTest {
    private static final IterationQuery QUERY = new IterationQuery("acme.Order", List.of(), Optional.of("route"));

    @Test
    void shouldSayThatNoEventCanBeRead() {
        Problems problems = new Problems();
        problems.add("200 lost.");
        Refusal refusal =
                new Refusal(Path.of("any.jfr"), QUERY, Map.of("acme.Order", Set.of("duration", "route")), problems);

        assertThatThrownBy(() -> refusal.check(200, 0, 0, Map.of()))
                .hasMessage("any.jfr: none of 200 events acme.Order can be read. Not all could be read: 200 lost.");
    }

    /** The exception that ends the event is caught by whoever reads the chunk. */
    @Test
    void shouldKeepNothingOfAnOutlierWhoseGroupCannotBeRead() {
        OutlierTally tally = new OutlierTally(10, 10);
        OutlierTally.Named thread = new OutlierTally.Named("main", 1);

        assertThatThrownBy(() -> tally.add(0, 20, 7, () -> thread, () -> {
                    throw new CorruptChunkException("structure must have fields");
                }))
                .isInstanceOf(CorruptChunkException.class);
        tally.add(30, 50, 7, () -> thread, () -> "EU");

        SlowIterations slow = tally.outliers(ThreadChanges.NONE);
        assertThat(slow.count()).isEqualTo(1);
        assertThat(slow.outliers())
                .singleElement()
                .satisfies(outlier -> assertThat(outlier.group()).isEqualTo("EU"));
    }
}
