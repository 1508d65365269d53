/**
 * Runs, their folders and their analysis, for programs, tests and adapters. Users start at {@code
 * io.straggler.Straggler}.
 */
module io.straggler.run {
    requires transitive io.straggler.diagnosis;
    requires transitive io.straggler.flamegraph;
    requires transitive io.straggler.harness;
    requires transitive io.straggler.jfr;
    requires transitive io.straggler.model;
    requires transitive io.straggler.sampler;
    requires java.management;
    requires tools.jackson.databind;
    requires static org.jspecify;

    exports io.straggler;
    exports io.straggler.accuracy;
    exports io.straggler.anyrecording;
}
