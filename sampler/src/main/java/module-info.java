/** Captures stacks of iterations that are late, and reads what a thread used of the machine. */
module io.straggler.sampler {
    requires async.profiler;
    requires transitive com.sun.jna;
    requires transitive io.straggler.model;
    requires java.management;
    requires static org.jspecify;

    exports io.straggler.sampler;
    exports io.straggler.sampler.linux;
    exports io.straggler.sampler.served;
    exports io.straggler.sampler.usage;
}
