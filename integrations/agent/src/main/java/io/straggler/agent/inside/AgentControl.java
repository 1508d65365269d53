package io.straggler.agent.inside;

import io.straggler.agent.Answer;
import io.straggler.model.text.Messages;
import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Control that the entry point calls, in a separate class loader: starts a session, has calls count, or ends the
 * session.
 */
public final class AgentControl implements BiFunction<String, Instrumentation, String> {
    private static final String STOP = "stop";
    private static final String BEGIN = "begin";
    private static final String STATUS = "status";
    private static final String CHECK = "check,";
    private static final String ATTACHED = "attached,";

    private @Nullable AgentSession session;

    /** Creates the control; the entry point finds it by name. */
    public AgentControl() {}

    /** Returns an {@link Answer} as text: the entry point, which another class loader loads, has another class of that name. */
    @Override
    public String apply(String options, Instrumentation instrumentation) {
        return answer(options, instrumentation).toString();
    }

    private synchronized Answer answer(String options, Instrumentation instrumentation) {
        try {
            if (options.equals(BEGIN)) {
                return begin();
            }
            if (options.startsWith(CHECK)) {
                AgentOptions.parse(options.substring(CHECK.length()));
                return Answer.done();
            }
            boolean running = options.startsWith(ATTACHED);
            String given = running ? options.substring(ATTACHED.length()) : options;
            return switch (given.endsWith(",") ? given.substring(0, given.length() - 1) : given) {
                case STOP -> stop();
                case STATUS -> Answer.done(attached().status().text());
                default -> start(given, instrumentation, running);
            };
        } catch (AgentException e) {
            return Answer.refused(Messages.of(e));
        }
    }

    private Answer begin() {
        AgentSession attached = attached();
        attached.count();
        return Answer.done(attached.folder().path());
    }

    private Answer stop() {
        AgentSession attached = attached();
        attached.stop("it was asked to end");
        return Answer.done(attached.folder().path());
    }

    private AgentSession attached() {
        if (session == null || session.over()) {
            throw new AgentException("Straggler is not attached.");
        }
        return session;
    }

    private Answer start(String options, Instrumentation instrumentation, boolean running) {
        AgentOptions parsed = AgentOptions.parse(options);
        if (session != null && !session.over()) {
            throw new AgentException("Straggler is attached already, to "
                    + session.options().given().get("iterations") + ", into "
                    + session.folder().path() + ". End that first: straggler attach "
                    + ProcessHandle.current().pid() + " --stop.");
        }
        JdkAccess.grant(instrumentation);
        session = AgentSession.start(parsed, instrumentation, running, AgentControl::complain);
        return Answer.done(session.folder().path());
    }

    private static void complain(String sentence) {
        System.err.println("straggler: " + sentence);
    }
}
