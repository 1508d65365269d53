package io.straggler.cli.doctor;

import java.util.Optional;
import java.util.OptionalLong;

/** A made-up JVM and what it is allowed. */
final class FakeProcess {
    private FakeProcess() {}

    static ThisProcess with(int availableProcessors) {
        RunningJvm jvm = new RunningJvm(
                17, "17.0.15+6", "Debian", "OpenJDK 64-Bit Server VM", Optional.of("G1"), availableProcessors);
        return new ThisProcess(
                jvm,
                new ClockCost(20.5, 20),
                OptionalLong.of(100L << 30),
                () -> "4.6",
                new WitnessTrial(Optional.empty(), Optional.empty()));
    }
}
