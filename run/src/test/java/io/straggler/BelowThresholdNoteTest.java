package io.straggler;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.model.AskedThreshold;
import io.straggler.model.BelowThreshold;
import org.junit.jupiter.api.Test;

class BelowThresholdNoteTest {
    private static BelowThreshold below(double ratio) {
        return new BelowThreshold(10_000_000, 900, 0.009, ratio);
    }

    @Test
    void shouldSayHowMuchMoreTheyLostThanOutliers() {
        assertThat(BelowThresholdNote.sentence(below(3.9), AskedThreshold.percentile(99.9)))
                .isEqualTo("900 iterations (0.9%) took 10 ms or longer and were no outliers, because the threshold was"
                        + " p99.9. Beyond the median they lost 4 times as much time as the outliers: a threshold of"
                        + " 10 ms looks into them too.");
        assertThat(BelowThresholdNote.sentence(below(1.4), AskedThreshold.AUTO))
                .contains("more time than the outliers");
        assertThat(BelowThresholdNote.sentence(below(1_001), AskedThreshold.AUTO))
                .contains("over a thousand times as much time as the outliers");
    }

    @Test
    void shouldSayThatThereWereNoOutliers() {
        assertThat(BelowThresholdNote.sentence(below(Double.POSITIVE_INFINITY), AskedThreshold.AUTO))
                .isEqualTo("900 iterations (0.9%) took 10 ms or longer and were no outliers, because the threshold was"
                        + " auto. No iteration was one: a threshold of 10 ms looks into them too.");
    }
}
