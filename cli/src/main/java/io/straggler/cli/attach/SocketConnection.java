package io.straggler.cli.attach;

import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Connection by the socket of a HotSpot JVM.
 *
 * @param socket that of the JVM
 */
record SocketConnection(AttachSocket socket) implements JvmConnection {
    /** Begin of the answer of the library that loads agents of Java: zero, or the number of an error. */
    private static final Pattern RESULT = Pattern.compile("(?:return code: )?(-?\\d+)\\s*");

    private static final String NO_JAR = "100";
    private static final String NOT_ADDED = "101";
    private static final String FAILED = "102";

    @Override
    public Properties properties() throws IOException {
        AttachSocket.Reply reply = socket.execute("properties");
        if (reply.code() != 0) {
            throw new IOException(reply.text().strip());
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(reply.text()));
        } catch (IllegalArgumentException e) {
            throw new IOException("its properties cannot be understood");
        }
        return properties;
    }

    @Override
    public Optional<String> load(String agent, String options) throws IOException {
        return refusal(socket.execute("load", "instrument", "false", agent + "=" + options));
    }

    static Optional<String> refusal(AttachSocket.Reply reply) {
        Matcher result = RESULT.matcher(reply.text());
        if (reply.code() == 0 && result.matches()) {
            return switch (result.group(1)) {
                case "0" -> Optional.empty();
                case NO_JAR -> Optional.of("it cannot read the agent's jar");
                case NOT_ADDED -> Optional.of("it cannot add the agent's jar to its class path");
                case FAILED -> Optional.of("the agent failed to start");
                default -> Optional.of("error " + result.group(1));
            };
        }
        String text = reply.text().strip();
        return Optional.of(
                text.isEmpty()
                        ? "error " + reply.code()
                        : text.lines().findFirst().orElse(""));
    }
}
