package io.straggler.benchmarks.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Names that steer a terminal, break a line, end a page's script or look like what Straggler itself prints. */
final class HostileNames {
    static final List<String> ALL = List.of(
            "",
            " ",
            "\u001b[31mred\u001b[0m",
            "\u001b]0;title\u0007",
            "two\r\nlines",
            "\n\tat x.y.Z(Fake.java:1)",
            "\u202eevil\u202c",
            "\u2066isolated",
            "\0nul",
            "\u0085next",
            "\u009b31mred",
            "\u2028\u2029",
            "\ud800",
            "</script><script>document.title='x'</script>",
            "<!--",
            "=1+1",
            "__proto__",
            "${7*7}",
            "%s%n%d",
            "a,b;c=d",
            "n".repeat(30_000));

    private HostileNames() {}

    static String any(SplittableRandom random) {
        return ALL.get(random.nextInt(ALL.size()));
    }
}
