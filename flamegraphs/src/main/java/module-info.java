/** Flame graphs of outliers, report pages, and conclusions as JSON. */
module io.straggler.flamegraph {
    requires transitive io.straggler.diagnosis;
    requires transitive io.straggler.model;
    requires jfr.converter;
    requires transitive tools.jackson.core;
    requires transitive tools.jackson.databind;

    exports io.straggler.flamegraph;
    exports io.straggler.flamegraph.json;
    exports io.straggler.flamegraph.page;
    exports io.straggler.flamegraph.report;
    exports io.straggler.flamegraph.trace;
}
