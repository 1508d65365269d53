package io.straggler.harness.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeriesTagTest {
    private static void shouldBe(String tag, String series) {
        assertThat(SeriesTag.write(series)).isEqualTo(tag);
        assertThat(SeriesTag.read(tag)).isEqualTo(series);
    }

    @Test
    void shouldKeepNamesOfGroups() {
        shouldBe("group:EU", "group:EU");
        shouldBe("group:select%20a%2Cb%20from%20%22t%22", "group:select a,b from \"t\"");
        shouldBe("group:100%25%20$1%0A\\", "group:100% $1\n\\");
    }

    @Test
    void shouldLeaveOtherTagsAlone() {
        assertThat(SeriesTag.read("latency%20")).isEqualTo("latency%20");
        assertThat(SeriesTag.read("group:5%zz")).isEqualTo("group:5%zz");
        assertThat(SeriesTag.write(null)).isNull();
        assertThat(SeriesTag.read(null)).isNull();
    }
}
