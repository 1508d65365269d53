package io.straggler.jmh;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The agent's jar, which also has the analysis of what the agent leaves. It is loaded apart from the benchmark's classes and JMH, once in a JVM.
 *
 * @param file of it, absolute
 */
record AgentJar(Path file) {
    private static final String NAME = "straggler-agent.jar";
    private static final String ENTRY = "io.straggler.agent.AgentMain";
    private static final String READER = "io.straggler.jmh.TrialReader";

    /** The agent's entry point of each file. */
    private static final Map<Path, Class<?>> ENTRIES = new ConcurrentHashMap<>();

    /** Returns the agent in the folder of this class's jar, or where the archive and a built checkout have it. */
    static Optional<AgentJar> besideThis() {
        return own().map(Path::getParent)
                .flatMap(folder -> Stream.of(NAME, "../agent/" + NAME, "../../agent/target/" + NAME)
                        .map(place -> folder.resolve(place).normalize())
                        .filter(Files::isRegularFile)
                        .findFirst()
                        .map(AgentJar::new));
    }

    /** The jar or folder of this class. */
    private static Optional<Path> own() {
        try {
            return Optional.of(new File(AgentJar.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toPath()
                    .toAbsolutePath());
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether the agent would understand the options.
     *
     * @return what is wrong with them, a sentence; empty if it would
     * @throws ReflectiveOperationException if it is no agent
     */
    Optional<String> check(String options) throws ReflectiveOperationException {
        return ForkedAgent.refusal(entry().getMethod("check", String.class).invoke(null, options));
    }

    /**
     * Analyses what the agent left in a run folder, and writes its report.
     *
     * @throws IOException if the analysis cannot be unpacked
     * @throws ReflectiveOperationException if it is none of this version
     */
    TrialMetrics metrics(Path folder) throws IOException, ReflectiveOperationException {
        ClassLoader analysis = (ClassLoader) entry().getMethod("inside").invoke(null);
        try (ReaderLoader loader = new ReaderLoader(url(own().orElseThrow()), analysis)) {
            @SuppressWarnings("unchecked")
            Function<Path, TrialMetrics> reader = (Function<Path, TrialMetrics>)
                    loader.loadClass(READER).getDeclaredConstructor().newInstance();
            return reader.apply(folder);
        }
    }

    private Class<?> entry() throws ReflectiveOperationException {
        Class<?> known = ENTRIES.get(file);
        if (known == null) {
            // Never closed: what it loads is used until the JVM ends.
            known = new URLClassLoader(new URL[] {url(file)}, ClassLoader.getPlatformClassLoader()).loadClass(ENTRY);
            ENTRIES.put(file, known);
        }
        return known;
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("a file has an address: " + file, e);
        }
    }

    /** Has the reader see the analysis, and its answer be understood here. */
    private static final class ReaderLoader extends URLClassLoader {
        private ReaderLoader(URL own, ClassLoader analysis) {
            super(new URL[] {own}, analysis);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            return name.equals(TrialMetrics.class.getName()) ? TrialMetrics.class : super.findClass(name);
        }
    }
}
