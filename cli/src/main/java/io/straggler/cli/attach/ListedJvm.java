package io.straggler.cli.attach;

import com.sun.tools.attach.VirtualMachine;
import io.straggler.cli.option.UsageException;
import io.straggler.model.text.Nearest;
import io.straggler.sampler.linux.OtherProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A JVM that can be listed.
 *
 * @param processId of it
 * @param main its main class or jar; not what follows, which may be anything, passwords included
 * @param user whose it is; empty if that is who runs this process
 * @param note why nothing can be loaded into it; empty if that is not known
 */
record ListedJvm(long processId, String main, String user, String note) {
    /** Commands of Straggler, and the JVMs that they measure. */
    static final Set<String> OWN =
            Set.of("io.straggler.cli.Main", "io.straggler.cli.fork.ForkMain", "io.straggler.cli.ping.PingServerMain");

    private static final String JAR = ".jar";

    /** Options of the launcher whose value is the next argument. */
    private static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--describe-module");

    /** These are followed by what is to be run. */
    private static final Set<String> BEFORE_MAIN = Set.of("-jar", "-m", "--module");

    /** JVMs of this user, or for root of all users, without Straggler's own. */
    static List<ListedJvm> all() {
        Map<Long, String> named = new HashMap<>();
        VirtualMachine.list().stream()
                .filter(jvm -> jvm.id().matches("[0-9]+"))
                .forEach(jvm ->
                        named.put(Long.parseLong(jvm.id()), jvm.displayName().replaceFirst("\\s.*", "")));
        boolean ofOthers = RunningJvm.actsForOthers();
        List<ListedJvm> all = new ArrayList<>();
        ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> ofOthers || new RunningJvm(pid).sameUser())
                .filter(pid -> named.containsKey(pid) || new RunningJvm(pid).isJvm())
                .filter(pid -> new OtherProcess(pid).alive())
                .forEach(pid -> {
                    RunningJvm jvm = new RunningJvm(pid);
                    String main = named.containsKey(pid) ? named.get(pid) : main(jvm.commandLine());
                    all.add(new ListedJvm(pid, main, jvm.otherUser(), jvm.note()));
                });
        all.removeIf(jvm -> OWN.contains(jvm.main)
                || jvm.processId == ProcessHandle.current().pid());
        all.sort(Comparator.comparingLong(ListedJvm::processId));
        return all;
    }

    /**
     * The process that a user means.
     *
     * @param process its number, or its main class or jar, with or without package, folder and {@code .jar}
     * @param running those that are there
     * @throws UsageException if none is called so, or several are
     */
    static long find(String process, Supplier<List<ListedJvm>> running) {
        if (process.matches("[0-9]{1,18}")) {
            return Long.parseLong(process);
        }
        List<ListedJvm> all = running.get();
        List<ListedJvm> named =
                all.stream().filter(jvm -> jvm.isCalled(process)).toList();
        if (named.size() == 1) {
            return named.get(0).processId;
        }
        List<String> mains = all.stream().map(ListedJvm::main).distinct().toList();
        throw new UsageException(
                named.isEmpty()
                        ? "No JVM of this user runs " + process + didYouMean(process, mains)
                                + " straggler attach --list shows them."
                        : named.size() + " JVMs run " + process + ": say which, by its number: "
                                + named.stream()
                                        .map(jvm -> Long.toString(jvm.processId))
                                        .collect(Collectors.joining(", "))
                                + ".");
    }

    private static String didYouMean(String process, List<String> mains) {
        List<String> nearest = Nearest.to(process, mains);
        return nearest.isEmpty() ? "." : "; did you mean " + nearest.get(0) + "?";
    }

    private boolean isCalled(String process) {
        String file = main.substring(main.lastIndexOf('/') + 1);
        String plain = file.endsWith(JAR) ? file.substring(0, file.length() - JAR.length()) : file;
        return List.of(main, file, plain, plain.substring(plain.lastIndexOf('.') + 1))
                .contains(process);
    }

    /**
     * Returns the program of a command line: the class or jar behind the options, or the program itself if it is not
     * {@code java}.
     */
    static String main(List<String> commandLine) {
        if (commandLine.isEmpty()) {
            return "";
        }
        Iterator<String> words = commandLine.iterator();
        String program = words.next();
        Path name = Path.of(program).getFileName();
        if (name == null || !name.toString().equals("java")) {
            return program;
        }
        while (words.hasNext()) {
            String word = words.next();
            if (BEFORE_MAIN.contains(word)) {
                return words.hasNext() ? words.next() : program;
            }
            if (WITH_VALUE.contains(word)) {
                if (words.hasNext()) {
                    words.next();
                }
            } else if (!word.startsWith("-") && !word.startsWith("@")) {
                return word;
            }
        }
        return program;
    }
}
