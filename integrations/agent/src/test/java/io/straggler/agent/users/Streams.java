package io.straggler.agent.users;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Methods that return types of reactive libraries and their futures, called when a line on standard input asks for it; each is slow on another thread. */
public final class Streams {
    public static final long SLOW_MS = 40;

    private static final ExecutorService BOATS = Executors.newFixedThreadPool(2, task -> new Thread(task, "boat"));

    private Streams() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                call(words[0]);
                calls++;
            }
            System.out.println("calls " + calls + " slow " + calls + " failed 0");
        }
        BOATS.shutdown();
        Schedulers.shutdownNow();
        io.reactivex.rxjava3.schedulers.Schedulers.shutdown();
        System.out.println("closed");
        System.exit(0);
    }

    private static void call(String kind) throws Exception {
        switch (kind) {
            case "mono" -> mono().map(word -> word + "!").block();
            case "flux" -> flux().collectList().block();
            case "cancelled" -> flux().take(1).blockLast();
            case "single" -> single().blockingGet();
            case "flowable" -> flowable().blockingLast();
            case "uni" -> uni().await().indefinitely();
            case "vertx" -> vertx().toCompletionStage().toCompletableFuture().get();
            default -> guava().get();
        }
    }

    static Mono<String> mono() {
        return Mono.fromCallable(Streams::row).subscribeOn(Schedulers.boundedElastic());
    }

    static Flux<String> flux() {
        return Flux.range(1, 3).publishOn(Schedulers.boundedElastic()).map(i -> i == 1 ? row() : "");
    }

    static Single<String> single() {
        return Single.fromCallable(Streams::row).subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io());
    }

    static Flowable<String> flowable() {
        return Flowable.just(1)
                .observeOn(io.reactivex.rxjava3.schedulers.Schedulers.io())
                .map(i -> row());
    }

    static Uni<String> uni() {
        return Uni.createFrom().item(Streams::row).runSubscriptionOn(BOATS);
    }

    static Future<String> vertx() {
        Promise<String> promise = Promise.promise();
        BOATS.execute(() -> promise.complete(row()));
        return promise.future();
    }

    static ListenableFuture<String> guava() {
        SettableFuture<String> future = SettableFuture.create();
        BOATS.execute(() -> future.set(row()));
        return future;
    }

    private static String row() {
        try {
            TimeUnit.MILLISECONDS.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "row";
    }
}
