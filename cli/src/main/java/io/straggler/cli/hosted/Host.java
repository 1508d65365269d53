package io.straggler.cli.hosted;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A harness whose benchmarks are measured here by an adapter: what it is called, and what its JVMs need. */
enum Host {
    JLBH(
            // Chronicle's libraries reach into the JDK, and one of them reports to an outside host unless it is told
            // not to.
            List.of(
                    "-Dchronicle.analytics.disable=true",
                    "-Dslf4j.internal.verbosity=ERROR",
                    "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                    "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                    "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
                    "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                    "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang=ALL-UNNAMED",
                    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                    "--add-opens=java.base/java.io=ALL-UNNAMED",
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "--add-opens=java.base/java.util=ALL-UNNAMED")),
    JMH(List.of());

    /** Both use what these versions of the JDK warn of. */
    private static final List<String> SINCE_23 = List.of("--sun-misc-unsafe-memory-access=allow");

    private final List<String> jvmArguments;

    Host(List<String> jvmArguments) {
        this.jvmArguments = jvmArguments;
    }

    /** Returns the name in options, requests, folders and jars. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the arguments for a JVM of this version of the JDK. */
    List<String> jvmArguments(int feature) {
        return feature < 23
                ? jvmArguments
                : Stream.concat(jvmArguments.stream(), SINCE_23.stream()).toList();
    }
}
