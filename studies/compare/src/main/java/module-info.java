/** Runs compared, limits on latency, and latencies that other tools recorded. Users write limits with {@code io.straggler.gate}. */
module io.straggler.compare {
    requires transitive io.straggler.run;
    requires java.xml;
    requires tools.jackson.databind;
    requires static org.jspecify;

    exports io.straggler.compare;
    exports io.straggler.compare.json;
    exports io.straggler.compare.page;
    exports io.straggler.compare.recorded;
    exports io.straggler.compare.result;
    exports io.straggler.gate;

    // The template of the page, which the kit of all pages reads.
    opens io.straggler.compare.page to
            io.straggler.flamegraph;
}
