/** Why outliers were slow, what a fix would bring, and whether samples of latencies differ. */
module io.straggler.diagnosis {
    requires transitive io.straggler.model;
    requires org.apache.commons.statistics.distribution;
    requires static org.jspecify;

    exports io.straggler.diagnosis;
    exports io.straggler.diagnosis.blame;
    exports io.straggler.diagnosis.budget;
    exports io.straggler.diagnosis.statistics;
    exports io.straggler.diagnosis.statistics.math;
}
