package io.straggler.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReportFormatTest {
    @Test
    void shouldTellEveryFormatByTheNameThatItsFileGets() {
        assertThat(Arrays.stream(ReportFormat.values()))
                .allSatisfy(format -> assertThat(ReportFormat.of("some/folder/" + format.fileName()))
                        .contains(format));
    }

    @Test
    void shouldGoByTheLongestEndingWhateverItsCase() {
        assertThat(ReportFormat.of("a.speedscope.JSON")).contains(ReportFormat.SPEEDSCOPE);
        assertThat(ReportFormat.of("a.json")).contains(ReportFormat.JSON);
        assertThat(ReportFormat.of("x-normal.collapsed")).contains(ReportFormat.COLLAPSED_NORMAL);
        assertThat(ReportFormat.of("stacks.txt")).contains(ReportFormat.COLLAPSED);
        assertThat(ReportFormat.of("unheard.of")).isEmpty();
    }
}
