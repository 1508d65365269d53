package io.straggler.examples.services;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.Arrays;
import java.util.Random;

/** Vert.x with one event loop. {@code /quotes} is answered from memory; every second the quotes are sorted again, on the event loop. */
public final class VertxQuotes {
    private static final int QUOTES = 1_000_000;
    private static final long EVERY_MS = 1_000;

    private final Random random = new Random(1);
    private int[] sorted = {0};

    private VertxQuotes() {}

    /** Serves until the process ends, and prints where. */
    public static void main(String[] args) throws Exception {
        VertxQuotes quotes = new VertxQuotes();
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        HttpServer server = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(request -> request.response().end(Integer.toString(quotes.median())))
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .get();
        vertx.setPeriodic(EVERY_MS, timer -> quotes.refresh());
        System.out.println("http://127.0.0.1:" + server.actualPort());
    }

    private int median() {
        return sorted[sorted.length / 2];
    }

    /** Blocks the event loop: whoever asks meanwhile waits. */
    private void refresh() {
        int[] quotes = random.ints(QUOTES).toArray();
        Arrays.sort(quotes);
        sorted = quotes;
    }
}
