package io.straggler.examples.services;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.Analysis;
import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import io.straggler.diagnosis.RunBudget.CauseSum;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The services as programs of their own, to which the agent comes while clients ask, and what it then names first. */
@Tag("jar")
@Timeout(240)
class ServicesTest {
    private static final int OUTLIERS = 4;

    @TempDir
    private Path folder;

    private Process start(Class<?> main) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+EnableDynamicAgentLoading",
                        "-Dslf4j.internal.verbosity=ERROR",
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("services"),
                        main.getName())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    private void attach(Process service, String options) throws Exception {
        Path answer = Files.createTempFile(folder, "answer", ".txt");
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(service.pid()));
        try {
            jvm.loadAgent(Path.of(System.getProperty("agent")).normalize().toString(), options + ",answer=" + answer);
        } finally {
            jvm.detach();
        }
        assertThat(Files.readString(answer)).doesNotStartWith("!");
    }

    /** The largest cause, and the place that took most of it, once there are some outliers. */
    private String named(Class<?> main, String path, String iterations) throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        Process service = start(main);
        try (BufferedReader printed =
                new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8))) {
            URI address = URI.create(printed.readLine() + path);
            Clients clients = Clients.start(address);
            attach(service, "iterations=" + iterations + ",threshold=20ms,out=" + run.path());
            while (run.readRun().outliers() < OUTLIERS) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            attach(service, "stop");
            clients.close();
        } finally {
            service.destroyForcibly().waitFor();
        }
        Analysis analysis = FilledFolder.analysis(run);
        CauseSum largest = analysis.conclusions().budget().causes().get(0);
        return largest.cause().label() + ": " + largest.where().get(0).place().words();
    }

    @Test
    void shouldNameWhoHasTheConnectionsOfAnExhaustedPool() throws Exception {
        assertThat(named(SpringOrders.class, "/orders", "servlet"))
                .startsWith("park: ")
                .contains("held by scheduling-", "SpringOrders.layOut");
    }

    @Test
    void shouldNameTheMethodThatIsSlowOnTheSecondThread() throws Exception {
        assertThat(named(SpringOrders.class, "/quotes", "spring"))
                .startsWith("sleep: ")
                .contains("SpringOrders$Desk.audit", "on pricing");
    }

    @Test
    void shouldNameWhatBlocksAnEventLoop() throws Exception {
        assertThat(named(VertxQuotes.class, "/quotes", "event-loop")).contains("VertxQuotes.refresh");
    }

    @Test
    void shouldNameWhoHasThePermitsThatVirtualThreadsWaitFor() throws Exception {
        if (Runtime.version().feature() < 21) {
            assertThat(start(VirtualTickets.class).waitFor()).isNotZero();
            return;
        }
        assertThat(named(VirtualTickets.class, "/tickets", VirtualTickets.class.getName() + ".handle"))
                .startsWith("park: ")
                .contains("held by maintenance", "VirtualTickets.clean");
    }
}
