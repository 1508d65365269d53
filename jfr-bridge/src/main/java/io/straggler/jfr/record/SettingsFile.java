package io.straggler.jfr.record;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Event settings as a file that JFR reads: {@code -XX:StartFlightRecording:settings=FILE}. A JVM ignores events and settings that it does not
 * know, so one file serves all versions.
 */
public final class SettingsFile {
    private SettingsFile() {}

    /**
     * The text of a file.
     *
     * @param shortest what lasts at least that long is recorded; more than zero
     */
    public static String text(Duration shortest) {
        Map<String, Map<String, String>> byEvent = new TreeMap<>();
        EventSettings.withPeriodicStacks(shortest).forEach((name, value) -> {
            int at = name.indexOf('#');
            byEvent.computeIfAbsent(name.substring(0, at), event -> new TreeMap<>())
                    .put(name.substring(at + 1), value);
        });
        StringBuilder text = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0" label="Straggler" provider="Straggler"
                    description="What can make one iteration slower than others, in detail">
                """);
        // Names and values are our own, and hold nothing that XML would want escaped.
        byEvent.forEach((event, settings) -> {
            text.append("  <event name=\"").append(event).append("\">\n");
            settings.forEach((name, value) -> text.append("    <setting name=\"")
                    .append(name)
                    .append("\">")
                    .append(value)
                    .append("</setting>\n"));
            text.append("  </event>\n");
        });
        return text.append("</configuration>\n").toString();
    }
}
