package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.EventExecutor;
import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.agent.users.Bookings;
import io.straggler.agent.users.Counters;
import io.straggler.agent.users.Desk;
import io.straggler.agent.users.Loops;
import io.straggler.agent.users.Shop;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.budget.Cause;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.diagnosis.budget.TimeBudget;
import io.straggler.diagnosis.budget.TimeBudget.Part;
import io.straggler.model.Outlier;
import io.straggler.model.StackFrame;
import jakarta.servlet.AsyncContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that go on after their methods have returned, in a JVM of its own. */
@Tag("jar")
@Timeout(120)
class OpenCallsJvmTest {
    private static final String BOOKINGS = "iterations=io.straggler.agent.users.Bookings.book,threshold=20ms,out=";

    /** Each is slow at another time, so a busy machine does not hide all of them. */
    private static final int EACH = 4;

    /** The methods that are slow, and call the same one. */
    private static final Set<String> SLOW =
            Set.of("price", "store", "confirm", "check", "ship", "audit", "refuse", "answer", "fetch");

    private static final String USERS = "io.straggler.agent.users.";

    @TempDir
    private Path folder;

    /** The largest part of each outlier, its first place, and the program's methods in its stacks, as in {@code SLEEP: Bookings.slowly, on prices-*: price}. */
    private List<String> slowOnes(String options, boolean fromTheStart, String... kinds) throws Exception {
        return slowOnes(Bookings.class, options, fromTheStart, kinds);
    }

    private List<String> slowOnes(Class<?> main, String options, boolean fromTheStart, String... kinds)
            throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram program = new ForkedProgram(
                main, folder, fromTheStart ? options + run.path() : "", AsyncContext.class, EventExecutor.class)) {
            program.counts("fast 1");
            if (!fromTheStart) {
                program.attach(options + run.path());
            }
            long calls = 0;
            for (String kind : kinds) {
                calls = program.counts(kind + " " + EACH).calls();
            }
            assertThat(calls).isEqualTo(1 + EACH * (long) kinds.length);
            if (!fromTheStart) {
                program.attach("stop");
            }
            assertThat(program.end()).isZero();
            assertThat(program.err()).isEmpty();
        }
        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().warnings()).noneMatch(warning -> warning.contains("could not"));
        if (!fromTheStart) {
            assertThat(analysis.run().iterations()).isEqualTo(EACH * (long) kinds.length);
        }
        List<TimeBudget> budgets = analysis.conclusions().budget().budgets();
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        List<String> first = new ArrayList<>();
        for (int i = 0; i < outliers.size(); i++) {
            Outlier outlier = outliers.get(i).outlier();
            assertThat(outlier.iteration().latencyNs()).isGreaterThanOrEqualTo(20_000_000);
            Part largest = budgets.get(i).parts().stream()
                    .max(Comparator.comparingLong(Part::ns))
                    .orElseThrow();
            String place = largest.where().stream()
                    .findFirst()
                    .map(where -> where.place().words())
                    .orElse("");
            String methods = outliers.get(i).stacks().stream()
                    .flatMap(stack -> stack.frames().stream())
                    .map(StackFrame::name)
                    .filter(name -> name.startsWith(USERS))
                    .map(name -> name.substring(name.lastIndexOf('.') + 1))
                    .filter(SLOW::contains)
                    .distinct()
                    .collect(Collectors.joining(" < "));
            first.add(largest.cause() + ": " + place.replace(USERS, "") + ": " + methods);
        }
        return first;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFollowCallsFromThreadToThreadUntilTheyAreComplete(boolean fromTheStart) throws Exception {
        // The first ones of a new program may come before they can be followed.
        List<String> slow = slowOnes(
                BOOKINGS,
                fromTheStart,
                "priced",
                "stored",
                "fast",
                "priced",
                "stored",
                "dependent",
                "submitted",
                "common",
                "scheduled",
                "threaded",
                "failed",
                "cancelled");

        assertThat(slow)
                .contains(
                        sleep("Bookings.slowly, on prices-*: price"),
                        sleep("Bookings.slowly, on stores-*: store"),
                        sleep("Bookings.slowly, on prices-*: confirm"),
                        sleep("Bookings.slowly, on prices-*: refuse"),
                        sleep("delay of a scheduled task, on clock: "),
                        sleep("Bookings.slowly, on audit: audit"))
                // On one core the common pool has no threads of its own.
                .anyMatch(words -> words.startsWith(sleep("Bookings.slowly, on ")) && words.endsWith("check"))
                .hasSizeGreaterThanOrEqualTo(EACH * (fromTheStart ? 1 : 11));
    }

    @Test
    void shouldEndThemWithTheirMethodsIfAskedTo() throws Exception {
        assertThat(slowOnes("until-return," + BOOKINGS, false, "priced", "stored", "scheduled"))
                .noneMatch(words -> words.startsWith(Cause.SLEEP.toString()));
    }

    @Test
    void shouldFollowThemOntoVirtualThreads() throws Exception {
        if (Runtime.version().feature() >= Shop.FIRST_WITH_VIRTUAL_THREADS) {
            assertThat(slowOnes(BOOKINGS, false, "virtual", "virtual"))
                    .anyMatch(words -> words.startsWith(sleep("Bookings.slowly")) && words.endsWith("ship"));
        } else {
            assertThat(Stream.of(Thread.class.getMethods()).map(method -> method.getName()))
                    .doesNotContain("startVirtualThread");
        }
    }

    @Test
    void shouldFollowRequestsThatBecomeAsynchronous() throws Exception {
        assertThat(slowOnes(Desk.class, "iterations=servlet,threshold=20ms,out=", false, "slow"))
                .hasSize(EACH)
                .anyMatch(words -> words.startsWith(sleep("")) && words.endsWith(", on clerk: answer"));
    }

    @Test
    void shouldFollowTheFuturesAndEventLoopsOfNetty() throws Exception {
        List<String> slow = slowOnes(
                Loops.class,
                "iterations=io.straggler.agent.users.Loops.answer,threshold=20ms,out=",
                false,
                "fetched",
                "failed",
                "cancelled",
                "submitted",
                "scheduled");

        assertThat(slow)
                .hasSizeGreaterThanOrEqualTo(5 * EACH)
                .anyMatch(words -> words.matches(sleep("Loops.fetch, on back-.*: fetch")))
                .anyMatch(words -> words.matches(sleep("Loops.fetch, on front-.*: fetch")))
                .anyMatch(words -> words.matches(sleep("delay of a scheduled task, on back-.*: ")));
    }

    @Test
    void shouldFollowRequestsOfGrpcUntilTheyAreClosed() throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        try (ForkedProgram program = ForkedProgram.withAllLibraries(Counters.class, folder)) {
            program.counts("fast 1");
            program.attach("iterations=grpc,threshold=20ms,out=" + run.path());
            program.counts("fast 20");
            program.counts("handed " + EACH);
            program.attach("stop");
            assertThat(program.end()).isZero();
        }
        Analysis analysis = FilledFolder.analysis(run);
        assertThat(analysis.run().iterations()).isEqualTo(20 + EACH);
        assertThat(analysis.conclusions().budget().causes().get(0).cause()).isEqualTo(Cause.SLEEP);
        assertThat(analysis.conclusions()
                        .budget()
                        .causes()
                        .get(0)
                        .where()
                        .get(0)
                        .place()
                        .words())
                .isEqualTo(Counters.class.getName() + ".fetch, on clerk");
    }

    @Test
    void shouldGiveTheJdksClassesTheirOwnCodeBack() throws Exception {
        try (ForkedProgram program = new ForkedProgram(Bookings.class, folder, "")) {
            program.counts("priced 1");
            for (int round = 0; round < 3; round++) {
                program.attach(BOOKINGS + folder.resolve("run" + round));
                assertThat(program.ask("hooked")).isNotEqualTo("hooked 0");
                program.counts("stored 1");
                program.attach("stop");
                assertThat(program.ask("hooked")).isEqualTo("hooked 0");
            }
            // Nothing returns a future, and nothing else needs to be followed.
            program.attach("until-return," + BOOKINGS + folder.resolve("until-return"));
            assertThat(program.ask("hooked")).isEqualTo("hooked 0");
            program.attach("stop");
            assertThat(program.end()).isZero();
            assertThat(program.err()).isEmpty();
        }
    }

    private static String sleep(String place) {
        return Cause.SLEEP + ": " + place;
    }
}
