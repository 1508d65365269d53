package io.straggler.selftest.inject.application;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MappedFilesTest {
    @Test
    void shouldTakeForAFaultWhatReadingThePageAgainDoesNotTake() {
        assertThat(MappedFiles.faultNs(5_000, 90)).isEqualTo(4_910);
        assertThat(MappedFiles.faultNs(5_000, 1_200)).isEqualTo(3_800);
    }

    @Test
    void shouldTakeReadingForNoFault() {
        assertThat(MappedFiles.faultNs(390, 50)).as("a miss in all caches").isZero();
        assertThat(MappedFiles.faultNs(900, 600))
                .as("code that is not compiled")
                .isZero();
        assertThat(MappedFiles.faultNs(300, 40_000))
                .as("a pause in the second reading")
                .isZero();
    }
}
