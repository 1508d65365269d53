package io.straggler.jfr.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of texts in one string, one a line. Names come from the measured program and may hold any character, so a line break
 * within one is written as {@code \n} and a backslash as two.
 */
public final class EscapedLines {
    private EscapedLines() {}

    public static String join(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(i == 0 ? "" : "\n").append(escaped(lines.get(i)));
        }
        return text.toString();
    }

    private static String escaped(String line) {
        boolean plain = line.indexOf('\n') < 0 && line.indexOf('\\') < 0;
        return plain ? line : line.replace("\\", "\\\\").replace("\n", "\\n");
    }

    /** The lines of {@code text}; none when it is empty or null. */
    public static List<String> split(@Nullable String text) {
        List<String> lines = new ArrayList<>();
        if (text == null || text.isEmpty()) {
            return lines;
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                lines.add(line.toString());
                line.setLength(0);
            } else if (c == '\\' && i + 1 < text.length()) {
                char escaped = text.charAt(++i);
                line.append(escaped == 'n' ? '\n' : escaped);
            } else {
                line.append(c);
            }
        }
        lines.add(line.toString());
        return lines;
    }
}
