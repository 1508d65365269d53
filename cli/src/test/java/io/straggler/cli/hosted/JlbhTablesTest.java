package io.straggler.cli.hosted;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JlbhTablesTest {
    private static final String HOSTED = """
            Paced by Straggler: an iteration is over when run returns.
            ---- BENCHMARK RESULTS (RUN 1) us ----
            Run time: 2.0 s, distribution: NORMAL
            ---- BENCHMARK RESULTS (RUN 2) us ----
            Run time: 2.1 s, distribution: NORMAL
            -------------------------------- SUMMARY (end to end) us -------------------------------------------
            Percentile   run1         run2      % Variation
            50.0:            0.71         0.75         0.00
            99.0:        15000.25     14000.00         0.00
            worst:       20021.25     17924.10         0.00
            ----------------------------------------------------------------------------------------------------
            -------------------------------- SUMMARY (put) us --------------------------------------------------
            Percentile   run1         run2      % Variation
            50.0:            0.10         0.11         0.00
            ----------------------------------------------------------------------------------------------------
            """;

    /** As JLBH prints it where numbers are written in another way. */
    private static final String OWN = """
            Run time: 2.4 s, distribution: NORMAL
            -------------------------------- SUMMARY (end to end) us -------------------------------------------
            Percentile   run1         run2         run3      % Variation
            50.0:            0,72         0,70         0,71         1,00
            99.0:            ٠٫٨٠         0,90         1,00         2,00
            99.7:            1,00         1,00     Infinity         0,00
            worst:         151,00       144,00       160,00         3,00
            ----------------------------------------------------------------------------------------------------
            50.0:            9,99         9,99         9,99         9,99
            """;

    @Test
    void shouldPutWhatBothHaveSideBySide() {
        assertThat(JlbhTables.sideBySide(HOSTED, OWN))
                .containsExactly(
                        "",
                        "Samples \"end to end\" in \u00B5s, the lowest and the highest of the runs",
                        "                 paced by Straggler               paced by JLBH",
                        "50.0              0.71         0.75           0.70         0.72",
                        "99.0         14,000.00    15,000.25           0.80         1.00",
                        "worst        17,924.10    20,021.25         144.00       160.00",
                        "",
                        "Run times: 2.0 s, 2.1 s when Straggler paced, 2.4 s when JLBH did.",
                        "JLBH lets an intended start slip to the moment its own wait was over; what was due while it stood",
                        "still is late by less in its column, or not at all, and its runs last longer for it.");
    }

    @Test
    void shouldSayWhichSideIsMissing() {
        assertThat(JlbhTables.sideBySide(HOSTED, "Exception in thread main"))
                .containsExactly(
                        "", "There is nothing to put side by side: JLBH under its own pacing printed no summary.");
        assertThat(JlbhTables.sideBySide("", OWN))
                .containsExactly("", "There is nothing to put side by side: the hosted run printed no summary.");
    }
}
