package io.straggler.cli.option;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the files of Straggler lie: in an unpacked distribution or in a checkout that was built.
 *
 * @param home the folder that holds {@code bin} and {@code lib}, or the checkout
 */
public record Installation(Path home) {
    /** Returns the installation that the launcher names, or the one around the jar that this JVM was started with. */
    public static Installation ofThisProcess() {
        String given = System.getProperty("straggler.home");
        return new Installation(given != null ? Path.of(given) : aroundJar(System.getProperty("java.class.path")));
    }

    /** The jar is {@code lib/straggler.jar} of a distribution or {@code cli/target/straggler.jar} of a checkout. */
    static Path aroundJar(String classPath) {
        Path folder =
                Path.of(classPath.split(File.pathSeparator)[0]).toAbsolutePath().getParent();
        Path root = folder == null ? null : folder.getRoot();
        if (folder == null || root == null) {
            return Path.of(".");
        }
        return Stream.of("lib", "cli/target")
                .map(Path::of)
                .filter(end -> folder.endsWith(end) && folder.getNameCount() > end.getNameCount())
                .map(end -> root.resolve(folder.subpath(0, folder.getNameCount() - end.getNameCount())))
                .findFirst()
                .orElse(Path.of("."));
    }

    /** The first of these that exists, each relative to the home. */
    public Optional<Path> find(String... places) {
        return Stream.of(places).map(home::resolve).filter(Files::exists).findFirst();
    }

    /** The workloads of the demo. */
    public Optional<Path> examples() {
        return find("examples/straggler-examples.jar", "examples/basic/target/straggler-examples.jar");
    }

    /** The adapter for the harness of this name. */
    public Optional<Path> adapter(String harness) {
        String jar = "straggler-" + harness + ".jar";
        return find(harness + "/" + jar, "integrations/" + harness + "/target/" + jar);
    }

    /** The agent for programs that run already. */
    public Optional<Path> agent() {
        return find("agent/straggler-agent.jar", "integrations/agent/target/straggler-agent.jar");
    }

    /** The adapter for Spark. */
    public Optional<Path> fleetAdapter() {
        return find("fleet/straggler-fleet.jar", "studies/fleet/target/straggler-fleet.jar");
    }
}
