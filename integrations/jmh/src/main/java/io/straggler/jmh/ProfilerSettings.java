package io.straggler.jmh;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * Settings of the profiler.
 *
 * @param agent which the measured JVMs get
 * @param out the folder that run folders go into
 * @param ofAgent options that the agent gets as they are
 */
record ProfilerSettings(AgentJar agent, Path out, List<String> ofAgent) {
    private static final String AGENT = "agent";
    private static final String OUT = "out";
    private static final List<String> OF_AGENT = List.of("threshold", "size", "label");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final int LONGEST_NAME = 120;

    ProfilerSettings {
        ofAgent = List.copyOf(ofAgent);
    }

    /**
     * Reads {@code name=value;name=value}.
     *
     * @throws ProfilerException saying in a line what is wrong with it
     */
    static ProfilerSettings parse(String line) throws ProfilerException {
        Map<String, String> values = values(line == null ? "" : line);
        AgentJar agent = agent(Optional.ofNullable(values.get(AGENT)));
        Path out = Path.of(values.getOrDefault(OUT, "straggler-runs")).toAbsolutePath();
        List<String> ofAgent = new ArrayList<>();
        OF_AGENT.forEach(
                name -> Optional.ofNullable(values.get(name)).ifPresent(value -> ofAgent.add(name + "=" + value)));
        ProfilerSettings settings = new ProfilerSettings(agent, out, ofAgent);
        settings.check();
        return settings;
    }

    private static Map<String, String> values(String line) throws ProfilerException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : line.split(";")) {
            String option = part.strip();
            if (option.isEmpty()) {
                continue;
            }
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (!name.equals(AGENT) && !name.equals(OUT) && !OF_AGENT.contains(name)) {
                throw new ProfilerException("StragglerProfiler has no option " + name
                        + ". It has threshold, size, label, out and agent, separated by semicolons.");
            }
            String value = option.substring(equals + 1);
            if (equals < 0 || value.isEmpty()) {
                throw new ProfilerException("StragglerProfiler's option " + name + " needs a value: " + name + "=...");
            }
            if (value.contains(",")) {
                throw new ProfilerException(
                        "StragglerProfiler's options must not have a comma, which separates the agent's: " + option);
            }
            values.put(name, value);
        }
        return values;
    }

    private static AgentJar agent(Optional<String> given) throws ProfilerException {
        if (given.isPresent()) {
            Path file = Path.of(given.get()).toAbsolutePath();
            if (!Files.isRegularFile(file)) {
                throw new ProfilerException("There is no such agent: agent=" + given.get());
            }
            return new AgentJar(file);
        }
        return AgentJar.besideThis()
                .orElseThrow(() -> new ProfilerException("There is no straggler-agent.jar beside straggler-jmh.jar."
                        + " Say where it is: -prof io.straggler.jmh.StragglerProfiler:agent=PATH"));
    }

    /** Has the agent check the options. In a measured JVM that has been done. */
    private void check() throws ProfilerException {
        if (ForkedAgent.runs()) {
            return;
        }
        try {
            Optional<String> refusal = agent.check(agentOptions(List.of("a.B.c"), out));
            if (refusal.isPresent()) {
                throw new ProfilerException(refusal.get());
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new ProfilerException(agent.file() + " is no Straggler agent, or one of another version: " + e);
        }
    }

    /** A run folder that is not there yet, for one measured JVM. */
    Path newFolder(BenchmarkParams params) {
        StringBuilder name = new StringBuilder("jmh-").append(shortened(params.getBenchmark()));
        params.getParamsKeys()
                .forEach(key -> name.append('-').append(key).append('-').append(params.getParam(key)));
        String plain = name.toString().replaceAll("[^A-Za-z0-9._-]", "_");
        String start = plain.substring(0, Math.min(plain.length(), LONGEST_NAME)) + "-"
                + LocalDateTime.now().format(TIME);
        Path folder = out.resolve(start);
        for (int i = 2; Files.exists(folder); i++) {
            folder = out.resolve(start + "-" + i);
        }
        return folder;
    }

    /** Class and method. */
    private static String shortened(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }

    /** The options of the agent in a measured JVM. */
    String agentOptions(List<String> methods, Path folder) {
        List<String> all = new ArrayList<>();
        methods.forEach(method -> all.add("iterations=" + method));
        all.addAll(ofAgent);
        all.add("begin=program");
        all.add("out=" + folder);
        return String.join(",", all);
    }
}
