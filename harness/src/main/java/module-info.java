/** The task API: schedules, pacing, probes, busy periods. Users write tasks against {@code io.straggler.harness}. */
module io.straggler.harness {
    requires transitive HdrHistogram;
    requires transitive io.straggler.model;
    requires java.management;
    requires static org.jspecify;

    exports io.straggler.harness;
    exports io.straggler.harness.schedule;
    exports io.straggler.harness.series;
}
