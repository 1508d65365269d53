package io.straggler.cli.hosted;

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
 * The adapter for another harness, as files: nothing here knows its classes.
 *
 * @param classes its jar or, in a build, its folder
 * @param libraries the harness and what that needs, of the version that the adapter was built with; may be missing
 */
record Adapter(Path classes, Path libraries) {
    /**
     * Looks on the own class path, beside the own jar, and in the distribution or checkout.
     *
     * @throws UsageException if it is nowhere
     */
    static Adapter of(Host host) {
        String jar = "straggler-" + host.id() + ".jar";
        // Every class of the adapter is in a package of this name.
        String marker = "io/straggler/" + host.id() + "/package-info.class";
        Installation installation = Installation.ofThisProcess();
        URL found = ClassLoader.getSystemResource(marker);
        Path own = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0]);
        List<Path> candidates = found != null
                ? List.of(root(found, marker))
                : Stream.concat(
                                Stream.of(own.toAbsolutePath().resolveSibling(jar)),
                                installation.adapter(host.id()).stream())
                        .toList();
        for (Path candidate : candidates) {
            if (Files.exists(candidate)) {
                return new Adapter(candidate, candidate.resolveSibling("lib"));
            }
        }
        throw new UsageException(
                "The adapter for " + host + ", " + jar + ", is missing in " + installation.home()
                        + ". Start bin/straggler of a distribution or ./straggler of a checkout, or build with mvn -B package.");
    }

    /** The jar or folder that a class file was found in. */
    private static Path root(URL found, String file) {
        String text = found.toString();
        String place = text.substring(0, text.length() - file.length());
        try {
            return Path.of(new URI(place.startsWith("jar:") ? place.substring(4, place.indexOf("!/")) : place));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("resource must have a path: url=" + text, e);
        }
    }

    /** A user's class path with the harness that the adapter brings behind it, for what is missing there. */
    String behind(String classPath) {
        String last = libraries.resolve("*").toString();
        return classPath.isEmpty() ? last : classPath + File.pathSeparator + last;
    }
}
