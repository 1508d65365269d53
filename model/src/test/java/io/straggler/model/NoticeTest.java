package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.straggler.model.Notice.Code;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NoticeTest {
    private static Notice example(Code code) {
        long[] counts = new long[code.counts().size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = 1_234L * (i + 1);
        }
        return code == Code.OTHER ? Notice.of("The disk was full.") : Notice.of(code, counts);
    }

    @ParameterizedTest
    @EnumSource(Code.class)
    void shouldBeReadBackAsItWasWritten(Code code) {
        Notice notice = example(code);

        assertThat(Notice.read(code.label(), notice.counts(), notice.sentence()))
                .isEqualTo(notice);
    }

    @ParameterizedTest
    @EnumSource(Code.class)
    void shouldSayAllCountsInItsSentence(Code code) {
        Notice notice = example(code);
        String digits = notice.sentence().replaceAll("[^0-9]", "");

        assertThat(notice.sentence()).endsWith(".");
        assertThat(notice.counts().values())
                .allMatch(count -> digits.contains(count.toString().substring(0, 3)));
    }

    @Test
    void shouldSayWhatWasOnlyCounted() {
        assertThat(Notice.of(Code.NOT_REPORTED, 1_234, 51_000).sentence())
                .isEqualTo("1,234 of 51,000 outliers were only counted: reporting all would have taken a core that the"
                        + " run needs.");
        assertThat(Notice.of(Code.RECORDING_FULL, 2_000_000, 34_567).sentence())
                .isEqualTo("The recording was full: it keeps the first 2,000,000 outliers; 34,567 later ones were only"
                        + " counted.");
        assertThat(Notice.of(Code.NOT_REPORTED, 1_234, 51_000).onlyCounted()).isEqualTo(1_234);
        assertThat(Notice.of(Code.RECORDING_FULL, 2_000_000, 34_567).onlyCounted())
                .isEqualTo(34_567);
        assertThat(Notice.of("12 late calls are only counted.").onlyCounted()).isZero();
    }

    @Test
    void shouldSpeakOfOneAsOfOne() {
        assertThat(Notice.of(Code.STRAY_COMPLETIONS, 1).sentence()).startsWith("1 completion named a tag");
        assertThat(Notice.of(Code.STRAY_COMPLETIONS, 2).sentence()).startsWith("2 completions named a tag");
        assertThat(Notice.of(Code.UNCOMPLETED, 1).sentence()).startsWith("1 iteration was never complete");
        assertThat(Notice.of(Code.UNCOMPLETED, 2).sentence()).startsWith("2 iterations were never complete");
    }

    @Test
    void shouldBeTheSentenceOfAVersionThatIsNotKnownHere() {
        assertThat(Notice.read("core-lost", Map.of("cores", 1L), "A core was lost."))
                .isEqualTo(Notice.of("A core was lost."));
        assertThat(Notice.read("uncompleted", Map.of(), "Some were never complete."))
                .isEqualTo(Notice.of("Some were never complete."));
    }

    @Test
    void shouldKeepTheCountsOfEachJvmAndOtherSentencesOnce() {
        Notice counted = Notice.of(Code.NOT_REPORTED, 10, 500);
        Notice other = Notice.of("The disk was full.");

        assertThat(Notice.joined(List.of(List.of(counted, other), List.of(other, counted))))
                .containsExactly(counted, other, counted);
    }

    @Test
    void shouldRefuseOtherCountsThanThoseOfTheCode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Notice.of(Code.NOT_REPORTED, 1))
                .withMessage("counts must be [onlyCounted, outliers]: counts=[1]");
    }
}
