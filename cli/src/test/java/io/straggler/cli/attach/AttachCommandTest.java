package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.cli.CommandLineRun;
import io.straggler.cli.option.ExitCode;
import io.straggler.cli.option.UsageException;
import io.straggler.sampler.linux.OtherProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code attach} refuses before it touches a process; the agent's own tests load it into real ones. */
@Timeout(60)
class AttachCommandTest {
    @TempDir
    private Path home;

    private String refused(String... arguments) throws Exception {
        Files.createDirectories(home.resolve("agent"));
        Files.writeString(home.resolve("agent/straggler-agent.jar"), "no jar");
        return attach(arguments);
    }

    private String attach(String... arguments) {
        String before = System.getProperty("straggler.home");
        System.setProperty("straggler.home", home.toString());
        try {
            CommandLineRun run = CommandLineRun.of(arguments);
            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.out()).isEmpty();
            return run.err().strip();
        } finally {
            if (before == null) {
                System.clearProperty("straggler.home");
            } else {
                System.setProperty("straggler.home", before);
            }
        }
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        assertThat(refused("attach"))
                .isEqualTo(
                        "Say which process: straggler attach PID, or straggler attach NAME. straggler attach --list shows them.");
        assertThat(refused("attach", "1"))
                .isEqualTo("Say which calls are iterations: --iterations com.acme.Orders.place, or a ready-made name"
                        + " such as --iterations jdbc.");
        Files.delete(home.resolve("agent/straggler-agent.jar"));
        assertThat(attach("attach", "1", "--iterations", "a.B.c"))
                .isEqualTo(
                        "There is no straggler-agent.jar beside this Straggler: it is in the archive, and in a checkout"
                                + " that was built.");
    }

    @Test
    void shouldTouchNoProcessThatIsNoJvm() throws Exception {
        Process shell = new ProcessBuilder("sleep", "600").start();
        try {
            String pid = Long.toString(shell.pid());
            assertThat(refused("attach", pid, "--iterations", "a.B.c"))
                    .isEqualTo("Process " + pid + " is no JVM. straggler attach --list shows the JVMs of this user.");
            assertThat(shell.isAlive()).isTrue();
        } finally {
            shell.destroyForcibly().waitFor();
        }
        assertThat(refused("attach", Long.toString(shell.pid()), "--stop"))
                .isEqualTo("There is no process " + shell.pid()
                        + ". straggler attach --list shows the JVMs of this user.");
        String own = Long.toString(ProcessHandle.current().pid());
        assertThat(refused("attach", own, "--stop")).startsWith("Process " + own + " is this command itself.");
    }

    @Test
    void shouldTouchNoJvmThatDoesNotWantTo() throws Exception {
        Process jvm = sleepingJvm("-XX:+DisableAttachMechanism");
        try {
            assertThat(refused("attach", Long.toString(jvm.pid()), "--iterations", "a.B.c"))
                    .isEqualTo(
                            "Process " + jvm.pid() + " was started with -XX:+DisableAttachMechanism, so nothing can be"
                                    + " loaded into it. Start it with -javaagent:straggler-agent.jar=... instead.");
            assertThat(jvm.isAlive()).isTrue();
            assertThat(listed(jvm)).endsWith("   cannot be attached to: -XX:+DisableAttachMechanism");
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    /** Nothing of it lies where tools of the JDK look for JVMs. */
    @Test
    void shouldListAJvmThatHidesItsPerformanceData() throws Exception {
        Process jvm = sleepingJvm("-XX:-UsePerfData");
        try {
            assertThat(listed(jvm)).endsWith("  " + Sleeping.class.getName());
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    /** Nothing is loaded for the question: what lies there is no agent. */
    @Test
    void shouldSayThatNoAgentIsAttachedAndAttachNone() throws Exception {
        Process jvm = sleepingJvm("-Xshare:auto");
        try {
            assertThat(refused("attach", Long.toString(jvm.pid()), "--status"))
                    .isEqualTo("No agent of Straggler is attached to process " + jvm.pid() + ". straggler attach "
                            + jvm.pid() + " --iterations METHOD attaches one.");
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    private static String listed(Process jvm) throws Exception {
        CommandLineRun list = CommandLineRun.of("attach", "--list");
        assertThat(list.exitCode()).as(list.err()).isEqualTo(ExitCode.OK);
        return list.out()
                .lines()
                .filter(line -> line.strip().startsWith(jvm.pid() + " "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldSayThatAJvmIsStoppedAndNotWaitForItWithoutEnd() throws Exception {
        Process jvm = sleepingJvm("-Xshare:auto");
        try {
            // From now on it has a socket, which takes requests even while the JVM is stopped.
            VirtualMachine.attach(Long.toString(jvm.pid())).detach();
            signal("STOP", jvm);
            while (!new OtherProcess(jvm.pid()).stopped()) {
                Thread.onSpinWait();
            }

            assertThat(refused("attach", Long.toString(jvm.pid()), "--iterations", "a.B.c"))
                    .isEqualTo("Process " + jvm.pid() + " is stopped, by a signal or a debugger: have it go on, as"
                            + " kill -CONT " + jvm.pid() + " does, and attach again.");
            RunningJvm impatient = new RunningJvm(jvm.pid(), Duration.ofMillis(200));
            assertThatThrownBy(() -> impatient.ask(new SharedFiles(home.resolve("agent/straggler-agent.jar")), "stop"))
                    .isInstanceOf(UsageException.class)
                    .hasMessage("Process " + jvm.pid() + " did not answer within 200 ms: is it stopped, or held by a"
                            + " debugger? Should it go on, the agent may begin after all: straggler attach "
                            + jvm.pid() + " --stop ends it.");

            signal("CONT", jvm);
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void shouldSayWhyAJvmTakesNoAgent() throws Exception {
        Process jvm = sleepingJvm("-XX:-EnableDynamicAgentLoading");
        try {
            assertThat(refused("attach", Long.toString(jvm.pid()), "--iterations", "a.B.c"))
                    .isEqualTo("Process " + jvm.pid() + " does not let agents be loaded while it runs. Start it with"
                            + " -XX:+EnableDynamicAgentLoading, or with -javaagent:straggler-agent.jar=... instead.");
            assertThat(jvm.isAlive()).isTrue();
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldListOtherJvmsAndReadyMadeNames() throws Exception {
        Process jvm = sleepingJvm("-Xshare:auto");
        try {
            CommandLineRun list = CommandLineRun.of("attach", "--list");
            assertThat(list.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(list.out().lines().map(String::strip)).contains(jvm.pid() + "  " + Sleeping.class.getName());
            assertThat(list.out().lines())
                    .containsSubsequence(
                            "ready-made names for --iterations:",
                            "   servlet  a web request, from the queue in front of its thread through all of its filters"
                                    + " and its servlet",
                            "methods of other software for --iterations:",
                            "  kafka.server.KafkaApis.handle",
                            "              a request of a Kafka broker");
            assertThat(list.out()).doesNotContain(" " + ProcessHandle.current().pid() + "  ");
        } finally {
            jvm.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldNameThemInItsHelp() {
        CommandLineRun help = CommandLineRun.of("attach", "--help");
        assertThat(help.out().replaceAll("\\s+", " "))
                .contains("servlet, spring, jdbc, grpc, kafka, netty, event-loop, executor");
    }

    /** A JVM that runs its main method. */
    static Process sleepingJvm(String flag) throws Exception {
        Process jvm = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        flag,
                        "-cp",
                        "target/test-classes",
                        Sleeping.class.getName(),
                        "a-secret"))
                .start();
        assertThat(jvm.getInputStream().read()).isEqualTo('.');
        return jvm;
    }

    /** Says that it runs, and waits for its end. */
    static final class Sleeping {
        private Sleeping() {}

        public static void main(String[] arguments) throws Exception {
            System.out.print('.');
            System.out.flush();
            System.in.read();
        }
    }
}
