package io.straggler.cli.jlbh;

import io.straggler.cli.option.Installation;
import io.straggler.cli.option.UsageException;
import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The adapter for JLBH, as files: nothing here knows its classes.
 *
 * @param classes its jar or, in a build, its folder
 * @param libraries JLBH and what that needs, of the version that the adapter was built with; may be missing
 */
record JlbhAdapter(Path classes, Path libraries) {
    private static final String CLASS = "io/straggler/jlbh/JlbhHost.class";
    private static final String JAR = "straggler-jlbh.jar";

    /** Chronicle's libraries reach into the JDK, and one of them reports to an outside host unless it is told not to. */
    private static final List<String> JVM_ARGUMENTS = List.of(
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
            "--add-opens=java.base/java.util=ALL-UNNAMED");

    /** What a JVM with JLBH in it is started with. */
    static List<String> jvmArguments() {
        return Runtime.version().feature() < 23
                ? JVM_ARGUMENTS
                : Stream.concat(JVM_ARGUMENTS.stream(), Stream.of("--sun-misc-unsafe-memory-access=allow"))
                        .toList();
    }

    /**
     * Looks on the own class path, beside the own jar, and in the distribution or checkout.
     *
     * @throws UsageException if it is nowhere
     */
    static JlbhAdapter find() {
        Installation installation = Installation.ofThisProcess();
        URL found = ClassLoader.getSystemResource(CLASS);
        Path own = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0]);
        List<Path> candidates = found != null
                ? List.of(root(found))
                : Stream.concat(
                                Stream.of(own.toAbsolutePath().resolveSibling(JAR)),
                                installation.jlbhAdapter().stream())
                        .toList();
        for (Path candidate : candidates) {
            if (Files.exists(candidate)) {
                return new JlbhAdapter(candidate, candidate.resolveSibling("lib"));
            }
        }
        throw new UsageException(
                "The adapter for JLBH, " + JAR + ", is missing in " + installation.home()
                        + ". Start bin/straggler of a distribution or ./straggler of a checkout, or build with mvn -B package.");
    }

    /** The jar or folder that a class file was found in. */
    private static Path root(URL found) {
        String text = found.toString();
        String place = text.substring(0, text.length() - CLASS.length());
        try {
            return Path.of(new URI(place.startsWith("jar:") ? place.substring(4, place.indexOf("!/")) : place));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("resource must have a path: url=" + text, e);
        }
    }

    /** A user's class path with the adapter's own JLBH behind it, for what is missing there. */
    String behind(String classPath) {
        String last = libraries.resolve("*").toString();
        return classPath.isEmpty() ? last : classPath + File.pathSeparator + last;
    }
}
