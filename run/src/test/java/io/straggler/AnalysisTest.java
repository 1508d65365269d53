package io.straggler;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.model.RecordedRun;
import io.straggler.model.RunDescription;
import org.junit.jupiter.api.Test;

class AnalysisTest {
    @Test
    void shouldRefuseToWriteWhenThereIsNoFolder() {
        Analysis alone = Analysis.of(
                RunDescription.of("orders").build(),
                consumer -> {},
                RecordedRun.builder().build());

        assertThatThrownBy(alone::write)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("analysis must be of a run folder to be written into it: task=orders");
        assertThatThrownBy(alone::writeDistributions)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("analysis must be of a run folder to be written into it: task=orders");
    }
}
