package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.RunFolder;
import io.straggler.agent.users.Crate;
import io.straggler.agent.users.Depot;
import io.straggler.agent.users.Foreign;
import io.straggler.agent.users.Meddler;
import io.straggler.agent.users.Parcel;
import io.straggler.model.RunDescription;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Instrumented methods find what they call, whoever loads them; and what cannot be instrumented is said. */
@Tag("jar")
@Timeout(60)
class StrangeClassesJvmTest {
    private static final String FOREIGN = Foreign.class.getName();
    private static final String DEPOT = "iterations=" + Depot.class.getName();

    @TempDir
    private Path folder;

    @Test
    void shouldCountCallsOfWhatAnyLoaderLoadsAndOfMethodsOfAnyKind() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram depot = new ForkedProgram(Depot.class, folder, "")) {
            refuse(depot);
            depot.attach("iterations=" + Parcel.class.getName() + ".applyAsInt," + DEPOT + "$Weighed+.doubled," + DEPOT
                    + "$Label.halved," + DEPOT + "$ByWeight.compare," + DEPOT + "$Scale.*," + DEPOT
                    + "$Scale.lambda$*,iterations=" + FOREIGN + ".place an order,iterations=" + FOREIGN + ".ship,out="
                    + run.path());
            long calls = depot.counts("weigh").calls();
            depot.attach("stop");

            RunDescription described = run.readRun();
            // In bits: the kind that is missing is the bit that is.
            assertThat(Long.toBinaryString(described.iterations())).isEqualTo(Long.toBinaryString(calls));
            assertThat(described.environment().get(RunDescription.METHODS))
                    .contains(FOREIGN + ".place an order", FOREIGN + ".ship-8Zx12Qw");
            assertThat(described.warnings()).noneMatch(warning -> warning.contains("could not"));
            assertThat(depot.end()).isZero();
            assertThat(depot.err()).isEmpty();
        }
    }

    /** The JVM then names none of its methods. */
    @Test
    void shouldCountCallsOfAClassOfWhichASignatureNamesAMissingOne() throws Exception {
        String crate = Crate.class.getName();
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram depot = new ForkedProgram(Depot.class, folder, "")) {
            assertThat(depot.attach("iterations=" + crate + ".far"))
                    .isEqualTo(
                            "!" + crate + ".far is native, and cannot be an iteration: name a method that calls it.");
            assertThat(depot.attach("iterations=" + crate + ".applyAsImt"))
                    .contains("did you mean " + crate + ".applyAsInt");
            assertThat(depot.attach("iterations=" + crate + ".applyAsInt,out=" + run.path()))
                    .isEqualTo(run.path().toString());
            long calls = depot.counts("unpack").calls();
            depot.attach("stop");

            RunDescription described = run.readRun();
            assertThat(described.iterations()).isEqualTo(calls);
            assertThat(described.warnings()).noneMatch(warning -> warning.contains("could not"));
            assertThat(depot.end()).isZero();
            assertThat(depot.err()).isEmpty();
        }
    }

    /** The JVM changes all loaded classes at once, or none. */
    @Test
    void shouldCountCallsOfAllOtherClassesWhereAnotherAgentSpoilsOne() throws Exception {
        String label = Depot.class.getName() + "$Label";
        RunFolder run = new RunFolder(folder.resolve("run"));
        Path other = folder.resolve("other.jar");
        Meddler.write(other);
        try (ForkedProgram depot = ForkedProgram.withOther(other, label, Depot.class, folder, ByteBuddy.class)) {
            depot.counts("weigh"); // Loads them.
            depot.attach(DEPOT + "$Label.halved," + DEPOT + "$ByWeight.compare,out=" + run.path());
            depot.counts("weigh");
            depot.attach("stop");

            RunDescription described = run.readRun();
            assertThat(depot.err()).isEmpty();
            assertThat(described.iterations()).isPositive();

            assertThat(described.warnings())
                    .filteredOn(warning -> warning.contains("could not"))
                    .singleElement()
                    .asString()
                    .startsWith("Class " + label + " could not be instrumented: ")
                    .endsWith("Another agent changes what is loaded, and not as it did when it was loaded.");
            assertThat(depot.end()).isZero();
            assertThat(depot.err()).isEmpty();
        }
    }

    private static void refuse(ForkedProgram depot) throws Exception {
        assertThat(depot.attach(DEPOT + "$Scale.far"))
                .isEqualTo("!" + Depot.class.getName()
                        + "$Scale.far is native, and cannot be an iteration: name a method that calls it.");
        assertThat(depot.attach(DEPOT + "$Weighed.grams"))
                .isEqualTo("!" + Depot.class.getName() + "$Weighed.grams is abstract: " + Depot.class.getName()
                        + "$Weighed+.grams means what implements it.");
        assertThat(depot.attach(DEPOT + "$Scale$$Lambda*.applyAsInt"))
                .startsWith("!" + Depot.class.getName() + "$Scale$$Lambda")
                .endsWith(" is in a hidden class, as lambdas are, which the JVM lets nobody instrument: name a method"
                        + " that calls it, or that it calls.");
        assertThat(depot.attach("iterations=java.util.HashMap.put"))
                .isEqualTo(
                        "!java.util.HashMap.put is in a class of the JDK that the boot loader loads, and cannot be an"
                                + " iteration: name a method of the program that calls it.");
        assertThat(depot.attach(DEPOT + "$Label.<init>"))
                .isEqualTo("!Constructors and static initialisers cannot be iterations: name a method that calls them,"
                        + " and not " + Depot.class.getName() + "$Label.<init>.");
    }
}
