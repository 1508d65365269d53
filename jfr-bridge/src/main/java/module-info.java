/** Reads, follows and writes recordings of Java Flight Recorder. */
module io.straggler.jfr {
    requires transitive io.straggler.model;
    requires transitive jdk.jfr;
    requires static org.jspecify;

    exports io.straggler.jfr.chunk;
    exports io.straggler.jfr.clock;
    exports io.straggler.jfr.event;
    exports io.straggler.jfr.anyrecording;
    exports io.straggler.jfr.keep;
    exports io.straggler.jfr.read;
    exports io.straggler.jfr.record;
}
