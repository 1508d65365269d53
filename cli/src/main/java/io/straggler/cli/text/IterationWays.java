package io.straggler.cli.text;

import io.straggler.model.text.LineWidth;
import java.util.ArrayList;
import java.util.List;

/** Ways to record work of a program, so that there are iterations: what to write, and commands that work. */
final class IterationWays {
    /** An event of the program's own. */
    private static final List<String> EVENT = List.of(
            "@jdk.jfr.Name(\"com.acme.Request\")",
            "class Request extends jdk.jfr.Event {}",
            "",
            "Request request = new Request();",
            "request.begin();",
            "try {",
            "    serve();",
            "} finally {",
            "    request.commit();",
            "}");

    private IterationWays() {}

    /** @param file the recording, as a shell takes it */
    static List<String> lines(String file, LineWidth width) {
        List<String> lines = new ArrayList<>(
                width.wrapped("  ", "None of them is work of the program. There are three ways to record what is:"));
        lines.add("  1. an event of the program's own, around what is slow at times");
        EVENT.forEach(line -> lines.add(("       " + line).stripTrailing()));
        lines.add("     straggler report " + file + " --iterations com.acme.Request");
        lines.add("  2. calls of a method, traced by JDK 25, or on any JDK by async-profiler");
        lines.add("     straggler jfc straggler.jfc");
        lines.add("     java -XX:StartFlightRecording:settings=straggler.jfc,"
                + "jdk.MethodTrace#filter=com.acme.Shop::order,filename=any.jfr ...");
        lines.add("     asprof -d 60 -e wall --trace com.acme.Shop.order --jfrsync straggler.jfc -f any.jfr PID");
        lines.add("     straggler report any.jfr --iterations jdk.MethodTrace");
        lines.add("  3. calls of a method, timed by the agent in the program that runs");
        lines.add("     straggler attach PID --iterations com.acme.Shop.order");
        return lines;
    }
}
