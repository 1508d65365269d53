package io.straggler.anyrecording;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A name for calls that many programs make, so that nobody needs to know the classes behind it: each stands for patterns of methods, as
 * {@code --iterations} takes them. Of calls within calls on one thread only the outermost is an iteration.
 */
public enum ReadyMadeName {
    SERVLET(
            "a web request, from the queue in front of its thread through all of its filters and its servlet",
            "jakarta.servlet.Filter+.doFilter",
            "jakarta.servlet.Servlet+.service",
            "javax.servlet.Filter+.doFilter",
            "javax.servlet.Servlet+.service"),
    SPRING(
            "a web request, from the queue in front of its thread through the method that Spring maps it to",
            "@org.springframework.web.bind.annotation.RequestMapping",
            "@org.springframework.web.bind.annotation.GetMapping",
            "@org.springframework.web.bind.annotation.PostMapping",
            "@org.springframework.web.bind.annotation.PutMapping",
            "@org.springframework.web.bind.annotation.DeleteMapping",
            "@org.springframework.web.bind.annotation.PatchMapping"),
    JDBC(
            "a statement, in any driver, by its text without values: its execution, without reading rows and without commits",
            "java.sql.Statement+.execute*"),
    GRPC(
            "a request that has arrived, from the queue in front of its thread until it is closed",
            "io.grpc.ServerCall$Listener+.onHalfClose"),
    KAFKA(
            "a record or a batch, from the poll that fetched it through a listener of Spring or a processor of Kafka Streams",
            "@org.springframework.kafka.annotation.KafkaListener",
            "@org.springframework.kafka.annotation.KafkaHandler",
            "org.apache.kafka.streams.processor.api.Processor+.process",
            "org.apache.kafka.streams.processor.api.FixedKeyProcessor+.process"),
    NETTY(
            "what was read from a connection, from when its event loop saw it to the end of its handlers, or its answer",
            "io.netty.channel.ChannelInboundHandler+.channelRead"),
    EVENT_LOOP(
            "a round of an event loop between two looks at its selector, for whose end all connections wait",
            "java.nio.channels.Selector.select*"),
    EXECUTOR(
            "a task of a pool or of an event loop, from when it was submitted, or was due, to its end",
            "java.util.concurrent.ThreadPoolExecutor.runWorker",
            "java.util.concurrent.ForkJoinTask.doExec",
            "java.util.concurrent.ThreadPerTaskExecutor$*.run");

    /** How many methods each may mean: many implement the same interface. */
    public static final int MAX_METHODS = 1_000;

    private final String meaning;
    private final List<String> patterns;

    ReadyMadeName(String meaning, String... patterns) {
        this.meaning = meaning;
        this.patterns = List.of(patterns);
    }

    /** The name that is exactly this; empty if there is none. */
    public static Optional<ReadyMadeName> of(String title) {
        return Stream.of(values()).filter(name -> name.title().equals(title)).findFirst();
    }

    /** All of them, as users write them. */
    public static List<String> titles() {
        return Stream.of(values()).map(ReadyMadeName::title).toList();
    }

    /** Whether an iteration begins when its request arrives in a queue of the program, and not only with the method. */
    public boolean fromArrival() {
        return this == SERVLET || this == SPRING || this == GRPC || this == KAFKA || this == NETTY;
    }

    /** Returns the name as users write it. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the meaning of an iteration in a few words. */
    public String meaning() {
        return meaning;
    }

    /** The methods that it stands for. */
    public List<String> patterns() {
        return patterns;
    }
}
