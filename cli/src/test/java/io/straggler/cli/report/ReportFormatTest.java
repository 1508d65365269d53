package io.straggler.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReportFormatTest {
    @Test
    void shouldTellEveryFormatByTheNameThatItsFileGets() {
        assertThat(Arrays.stream(ReportFormat.values()))
                .allSatisfy(format -> assertThat(ReportFormat.of("some/folder/" + format.fileName()))
                        .isEqualTo(format));
    }

    @Test
    void shouldGoByTheLongestEndingWhateverItsCase() {
        assertThat(ReportFormat.of("a.speedscope.JSON")).isEqualTo(ReportFormat.SPEEDSCOPE);
        assertThat(ReportFormat.of("a.json")).isEqualTo(ReportFormat.JSON);
        assertThat(ReportFormat.of("x-normal.collapsed")).isEqualTo(ReportFormat.COLLAPSED_NORMAL);
        assertThat(ReportFormat.of("stacks.txt")).isEqualTo(ReportFormat.COLLAPSED);
        assertThat(ReportFormat.of("unheard.of")).isEqualTo(ReportFormat.HTML);
    }
}
