package io.straggler.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.RunDescription;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names of a recording are as long as whoever made it likes. */
class LongNamesTest {
    private static final String PACKAGES = "a.".repeat(50_000);

    @Test
    void shouldFindThePackageOfALongName() {
        RunDescription run = RunDescription.of("task")
                .environment(Map.of(RunDescription.METHODS, PACKAGES + "Order.find"))
                .build();

        assertThat(TaskPackage.of(run)).isEqualTo(PACKAGES);
    }
}
