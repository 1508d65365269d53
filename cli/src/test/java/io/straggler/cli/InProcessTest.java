package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.ClassPrepareRequest;
import io.straggler.Analysis;
import io.straggler.cli.tasks.Embedded;
import io.straggler.cli.tasks.Spiky;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.model.RunStatus;
import io.straggler.model.SamplerMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that runs a task itself, under what developers start programs under: a debugger, and a flight recording of theirs. */
@Timeout(180)
class InProcessTest {
    private static final String LISTENING = "Listening for transport dt_socket at address: ";
    private static final long STOP_NS = 1_500_000_000;

    @TempDir
    private Path scratch;

    private static Process start(String mode, String... jvmArguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + "/bin/java");
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmArguments));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Embedded.class.getName(), mode));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    @Test
    void shouldWaitForWhoeverIsDebugging() throws Exception {
        Process process =
                start("debugged", "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0");
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        VirtualMachine machine = attach(output);
        try {
            stopAtBreakpoint(machine);
        } finally {
            machine.dispose();
        }
        String said = output.lines().collect(Collectors.joining("\n"));

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("status ok \n")
                .contains("warning A debugger's agent is loaded: nothing counts as stuck");
        assertThat(Long.parseLong(said.replaceFirst("(?s).*worst ns ([0-9]+).*", "$1")))
                .as("the stop is in the figures")
                .isGreaterThanOrEqualTo(STOP_NS);
    }

    private static VirtualMachine attach(BufferedReader output) throws Exception {
        String line = output.readLine();
        assertThat(line).startsWith(LISTENING);
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(line.substring(LISTENING.length()));
        return connector.attach(arguments);
    }

    /** Lets it run to the breakpoint, and stay there for longer than any timeout. */
    private static void stopAtBreakpoint(VirtualMachine machine) throws InterruptedException {
        ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(Embedded.class.getName());
        prepared.enable();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent loaded) {
                    breakpoint(machine, loaded.referenceType());
                } else if (event instanceof BreakpointEvent) {
                    burn(STOP_NS);
                    return;
                }
            }
            events.resume();
        }
    }

    private static void breakpoint(VirtualMachine machine, ReferenceType type) {
        machine.eventRequestManager()
                .createBreakpointRequest(type.methodsByName("stopHere").get(0).location())
                .enable();
    }

    /** Lets time pass on this side: it is the length of the stop, not a wait for something to happen. */
    private static void burn(long ns) {
        long untilNs = System.nanoTime() + ns;
        while (System.nanoTime() - untilNs < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldJoinAFlightRecordingThatRunsAlready() throws Exception {
        Path file = scratch.resolve("their.jfr");
        Process process = start("recorded", "-XX:StartFlightRecording=filename=" + file);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        // The machine may have been too busy at the end for keeping the rate.
        assertThat(said).containsPattern("status (ok|saturated)").doesNotContain("debugger");
        Analysis analysis = Analysis.of(file);
        assertThat(analysis.run().task()).isEqualTo(Spiky.class.getName());
        assertThat(analysis.run().status()).isNotEqualTo(RunStatus.FAILED);
        assertThat(analysis.run().iterations()).isEqualTo(1_500);
        assertThat(analysis.run().sampler().mode()).isEqualTo(SamplerMode.TRIGGERED);
        List<DiagnosedOutlier> outliers = analysis.conclusions().diagnosis().outliers();
        assertThat((long) outliers.size()).isEqualTo(analysis.run().outliers());
        assertThat(outliers.stream()
                        .flatMap(outlier -> outlier.stacks().stream())
                        .flatMap(stack -> stack.frames().stream()))
                .as("stacks of the spikes are in their file")
                .anyMatch(frame -> frame.name().equals(Spiky.class.getName() + ".spikeOnPurpose"));
    }
}
