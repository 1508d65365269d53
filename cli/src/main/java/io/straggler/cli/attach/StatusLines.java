package io.straggler.cli.attach;

import io.straggler.anyrecording.AgentStatus;
import io.straggler.model.text.Decimals;
import io.straggler.model.text.Durations;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** One screen about an agent that is attached. */
final class StatusLines {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final long SECOND_NS = 1_000_000_000;

    private StatusLines() {}

    /** @param zone in which times are shown */
    static List<String> of(long processId, AgentStatus status, Instant now, ZoneId zone, LineWidth width) {
        AgentStatus.Watched watched = status.watched();
        List<String> lines = new ArrayList<>();
        lines.add("process " + processId);
        lines.addAll(width.labelled("attached", since(status.times().attachedEpochMs(), now, zone)));
        lines.addAll(width.labelled("iterations", TerminalText.visible(watched.iterations())));
        if (!watched.methods().equals(watched.iterations())) {
            lines.addAll(width.labelled(
                    "methods", watched.methods().isEmpty() ? "none so far" : TerminalText.visible(watched.methods())));
        }
        lines.addAll(width.labelled("threshold", threshold(watched)));
        lines.addAll(width.labelled("calls", calls(status, now, zone)));
        if (status.calls().count() > 0) {
            lines.addAll(width.labelled("outliers", outliers(status.calls())));
            lines.addAll(width.labelled("latency", latencies(status.calls())));
        }
        lines.addAll(width.labelled("ends", end(processId, status.times())));
        lines.addAll(
                width.unbroken("folder", TerminalText.visible(status.folder().toString())));
        return lines;
    }

    private static String threshold(AgentStatus.Watched watched) {
        String now = Durations.format(watched.thresholdNs());
        return now.equals(watched.threshold()) ? now : TerminalText.visible(watched.threshold()) + ", now " + now;
    }

    private static String since(long epochMs, Instant now, ZoneId zone) {
        Instant from = Instant.ofEpochMilli(epochMs);
        return "since " + TIME.format(from.atZone(zone)) + ", for "
                + seconds(Math.max(0, now.toEpochMilli() - epochMs) * 1_000_000);
    }

    /** Whole seconds are enough for what goes on. */
    private static String seconds(long ns) {
        return Durations.format(Math.max(1, Math.round((double) ns / SECOND_NS)) * SECOND_NS);
    }

    private static String calls(AgentStatus status, Instant now, ZoneId zone) {
        OptionalLong counting = status.times().countingEpochMs();
        return counting.isEmpty()
                ? "none counts yet: that begins when the JVM's compilers are quiet, or when the program says so"
                : TerminalText.count(status.calls().count()) + " " + since(counting.getAsLong(), now, zone);
    }

    private static String outliers(AgentStatus.Calls calls) {
        return TerminalText.count(calls.outliers()) + " ("
                + Decimals.significant(100.0 * calls.outliers() / calls.count(), 3) + "%)";
    }

    private static String latencies(AgentStatus.Calls calls) {
        List<String> all = new ArrayList<>();
        calls.p50Ns().ifPresent(ns -> all.add("p50 " + Durations.format(ns)));
        calls.p99Ns().ifPresent(ns -> all.add("p99 " + Durations.format(ns)));
        calls.p999Ns().ifPresent(ns -> all.add("p99.9 " + Durations.format(ns)));
        all.add("worst " + Durations.format(calls.worstNs()));
        return String.join(", ", all);
    }

    private static String end(long processId, AgentStatus.Times times) {
        String sooner = "straggler attach " + processId + " --stop";
        if (times.leftNs().isEmpty()) {
            return "with the program, or by " + sooner;
        }
        String left = seconds(times.leftNs().getAsLong());
        return (times.countingEpochMs().isEmpty() ? left + " after calls begin to count" : "in " + left) + ", or by "
                + sooner;
    }
}
