package io.straggler.agent.users;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.MDC;

/** Sends letters when a line on standard input asks for it. Each is part of a trace, which a library of tracing would begin so. */
public final class Letters {
    public static final long SLOW_MS = 40;
    public static final String LOGGED = "5fa1";
    public static final String HANDED = "6fa1";
    public static final String SPANNED = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final ExecutorService CLERKS = Executors.newFixedThreadPool(1, task -> new Thread(task, "clerk"));

    private Letters() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                switch (words[0]) {
                    case "plain" -> plain();
                    case "logged" -> logged();
                    case "spanned" -> spanned();
                    case "handed" -> handed().get();
                    default -> throw new IOException(line);
                }
                calls++;
            }
            System.out.println("calls " + calls + " slow 0 failed 0");
        }
        CLERKS.shutdown();
        System.out.println("closed");
    }

    static void plain() {
        write();
    }

    static void logged() {
        MDC.put("user", "somebody");
        MDC.put("traceId", LOGGED);
        // What it calls may be part of another one.
        MDC.put("traceId", "1111");
        write();
        MDC.clear();
    }

    static void spanned() {
        Span span = Span.wrap(
                SpanContext.create(SPANNED, "00f067aa0ba902b7", TraceFlags.getSampled(), TraceState.getDefault()));
        Scope scope = span.makeCurrent();
        write();
        scope.close();
    }

    static CompletableFuture<Void> handed() {
        return CompletableFuture.runAsync(
                () -> {
                    MDC.put("X-B3-TraceId", HANDED);
                    write();
                    MDC.clear();
                },
                CLERKS);
    }

    private static void write() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
