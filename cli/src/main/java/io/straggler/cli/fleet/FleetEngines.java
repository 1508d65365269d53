package io.straggler.cli.fleet;

import io.straggler.FleetEngine;
import java.util.Optional;
import java.util.ServiceLoader;

/** What merges recordings, where this JVM has it. */
final class FleetEngines {
    private FleetEngines() {}

    static Optional<FleetEngine> ofThisJvm() {
        return ServiceLoader.load(FleetEngine.class).findFirst();
    }
}
