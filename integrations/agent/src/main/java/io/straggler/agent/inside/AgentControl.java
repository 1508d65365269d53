package io.straggler.agent.inside;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;

/** What the entry point calls, in its own class loader: starts a session, has its calls count, or ends the one there is. */
public final class AgentControl implements BiFunction<String, Instrumentation, String> {
    private static final String STOP = "stop";
    private static final String BEGIN = "begin";
    private static final String CHECK = "check,";
    private static final String ATTACHED = "attached,";

    private AgentSession session;

    /** For the entry point, which finds it by name. */
    public AgentControl() {}

    /** Returns what there is to say, in a line; a refusal begins with an exclamation mark. */
    @Override
    public synchronized String apply(String options, Instrumentation instrumentation) {
        try {
            if (options.equals(BEGIN)) {
                return begin();
            }
            if (options.startsWith(CHECK)) {
                AgentOptions.parse(options.substring(CHECK.length()));
                return "";
            }
            boolean running = options.startsWith(ATTACHED);
            String given = running ? options.substring(ATTACHED.length()) : options;
            return given.equals(STOP) || given.equals(STOP + ",") ? stop() : start(given, instrumentation, running);
        } catch (AgentException e) {
            return "!" + e.getMessage();
        }
    }

    private String begin() {
        requireSession();
        session.count();
        return session.folder().path().toString();
    }

    private String stop() {
        requireSession();
        session.stop("it was asked to end");
        return session.folder().path().toString();
    }

    private void requireSession() {
        if (session == null || session.over()) {
            throw new AgentException("Straggler is not attached.");
        }
    }

    private String start(String options, Instrumentation instrumentation, boolean running) {
        AgentOptions parsed = AgentOptions.parse(options);
        if (session != null && !session.over()) {
            throw new AgentException("Straggler is attached already, to "
                    + session.options().given().get("iterations") + ", into "
                    + session.folder().path() + ". End that first: straggler attach "
                    + ProcessHandle.current().pid() + " --stop.");
        }
        JdkAccess.grant(instrumentation);
        session = AgentSession.start(parsed, instrumentation, running, AgentControl::complain);
        return session.folder().path().toString();
    }

    private static void complain(String sentence) {
        System.err.println("straggler: " + sentence);
    }
}
