package io.straggler.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Entry point of the agent. The rest of the agent is in jars within this jar, loaded by a separate class loader once in
 * the life of a JVM, because native libraries cannot be unloaded.
 *
 * <p>Whatever goes wrong is one line on standard error, and the program goes on without.
 */
@SuppressWarnings("NullAway") // The program sees this class, so it has no annotations that the agent does not bring.
public final class AgentMain {
    private static final String INSIDE = "inside/";
    private static final String CONTROL = "io.straggler.agent.inside.AgentControl";
    private static final String ANSWER = "answer=";

    /** Prefix of the options where the program runs already. */
    private static final String ATTACHED = "attached,";

    /** Takes the agent's options and what instruments, and returns an {@link Answer} as text. */
    private static BiFunction<String, Instrumentation, String> control;

    /** Loads what is in jars within this jar; null until it is needed. */
    private static ClassLoader inside;

    private AgentMain() {}

    /**
     * Called before the program's own main method. Without options nothing is done: that an agent was there from the start lets the JVM change classes later
     * without discarding all code that it has compiled.
     */
    public static void premain(String options, Instrumentation instrumentation) {
        if (options != null && !options.isBlank()) {
            report(apply(options, instrumentation));
        }
    }

    private static void report(Answer answer) {
        answer.refusal()
                .ifPresent(why -> System.err.println("straggler: " + why + " The program runs without Straggler."));
    }

    /** Called in a program that runs already. Options may end in a file for the answer. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        String given = options == null ? "" : options;
        int at = given.lastIndexOf(ANSWER);
        Answer answer = apply(ATTACHED + given.substring(0, at < 0 ? given.length() : at), instrumentation);
        if (at < 0) {
            report(answer);
            return;
        }
        try {
            // There already, made by whoever asks: nobody else's file is written.
            Files.writeString(
                    Path.of(given.substring(at + ANSWER.length())),
                    answer + "\n",
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // The asking process has gone.
        }
    }

    /**
     * Begins to count calls, for a program that knows the agent and gave it {@code begin=program}. Waits for that, 30
     * seconds at most.
     *
     * @return the run folder, or why they do not
     */
    public static Answer begin() {
        return ask("begin");
    }

    /**
     * Ends the agent, for a program that knows it. Waits until the run folder is complete, 30 seconds at most.
     *
     * @return the run folder, or why there is none
     */
    public static Answer stop() {
        return ask("stop");
    }

    private static synchronized Answer ask(String command) {
        return control == null
                ? Answer.refused("Straggler is not attached.")
                : Answer.read(control.apply(command, null));
    }

    /**
     * Checks options for a program that is about to be started with the agent. Nothing is started.
     *
     * @return a refusal if it would not, which says what is wrong with them
     */
    public static Answer check(String options) {
        return apply("check," + options, null);
    }

    /**
     * Returns a class loader with the analysis, and with neither the program's classes nor those of the caller, for
     * readers of what the agent left.
     *
     * @throws IOException if the jars cannot be unpacked
     */
    public static synchronized ClassLoader inside() throws IOException, URISyntaxException {
        if (inside == null) {
            inside = unpacked();
        }
        return inside;
    }

    private static synchronized Answer apply(String options, Instrumentation instrumentation) {
        try {
            if (control == null) {
                control = load();
            }
            return Answer.read(control.apply(options, instrumentation));
        } catch (NoClassDefFoundError e) {
            return Answer.refused(
                    "The agent lacks a part of the JDK: " + e.getMessage()
                            + ". Start the program with --add-modules jdk.jfr,java.management,java.instrument,jdk.unsupported.");
        } catch (FileSystemException e) {
            return Answer.refused(unwritable(e));
        } catch (Exception | LinkageError e) {
            return Answer.refused("The agent could not be started: " + e + ".");
        }
    }

    /** The file is one of those that are unpacked. */
    static String unwritable(FileSystemException e) {
        return "The agent must be able to write the program's folder for temporary files, "
                + System.getProperty("java.io.tmpdir") + ": "
                + (e.getReason() == null ? e.getClass().getSimpleName() : e.getReason())
                + ". Name another one: -Djava.io.tmpdir=DIR.";
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<String, Instrumentation, String> load()
            throws IOException, ReflectiveOperationException, URISyntaxException {
        return (BiFunction<String, Instrumentation, String>)
                inside().loadClass(CONTROL).getConstructor().newInstance();
    }

    private static ClassLoader unpacked() throws IOException, URISyntaxException {
        Path own = Path.of(AgentMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path folder = UnpackedFolder.create();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> UnpackedFolder.delete(folder), "straggler-clean-up"));
        try (JarFile jar = new JarFile(own.toFile())) {
            return new InsideLoader(unpack(jar, folder));
        }
    }

    private static List<Path> unpack(JarFile jar, Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (JarEntry entry : jar.stream()
                .filter(each ->
                        each.getName().startsWith(INSIDE) && each.getName().endsWith(".jar"))
                .toList()) {
            Path target = folder.resolve(entry.getName().substring(INSIDE.length()));
            try (InputStream in = jar.getInputStream(entry)) {
                Files.copy(in, target);
            }
            jars.add(target);
        }
        return jars;
    }
}
