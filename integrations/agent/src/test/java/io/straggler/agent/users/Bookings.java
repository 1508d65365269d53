package io.straggler.agent.users;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Takes bookings when a line on standard input asks for them. Each goes from thread to thread, and takes long in one of them. */
public final class Bookings {
    public static final long SLOW_MS = 40;

    private static final ExecutorService PRICES = pool("prices");
    private static final ExecutorService STORES = pool("stores");
    private static final ScheduledExecutorService CLOCK =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "clock"));

    private Bookings() {}

    private static ExecutorService pool(String name) {
        AtomicInteger made = new AtomicInteger();
        return Executors.newFixedThreadPool(2, task -> new Thread(task, name + "-" + made.incrementAndGet()));
    }

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("hooked")) {
                System.out.println("hooked " + hooked());
                continue;
            }
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                await(words[0]);
                calls++;
            }
            System.out.println("calls " + calls + " slow 0 failed 0");
        }
        PRICES.shutdown();
        STORES.shutdown();
        CLOCK.shutdown();
        System.out.println("closed");
    }

    /**
     * How often the JDK tells the agent's hook of hand-overs, of what begins with them and of what is complete. A thread that waits for a task stays in the code that it waits in, whatever
     * becomes of its class, so begins of tasks are not counted.
     */
    private static long hooked() throws Exception {
        AtomicLong reached = new AtomicLong();
        Consumer<Object> counter = object -> reached.incrementAndGet();
        ToLongFunction<Object> begins = object -> reached.incrementAndGet() * 0;
        Class<?> hook = Class.forName("java.lang.StragglerCallHook", true, null);
        Map<String, Object> counters = Map.of("handsOver", counter, "completes", counter, "handedBegins", begins);
        Map<String, Object> before = new HashMap<>();
        for (Map.Entry<String, Object> each : counters.entrySet()) {
            before.put(each.getKey(), hook.getField(each.getKey()).get(null));
            hook.getField(each.getKey()).set(null, each.getValue());
        }
        CompletableFuture.supplyAsync(() -> "", PRICES)
                .thenApplyAsync(any -> any, STORES)
                .get();
        Thread started = new Thread(() -> {});
        started.start();
        started.join();
        for (String field : counters.keySet()) {
            hook.getField(field).set(null, before.get(field));
        }
        return reached.get();
    }

    private static void await(String kind) throws Exception {
        try {
            book(kind).get();
        } catch (ExecutionException | CancellationException e) {
            // Bookings of the kinds "failed" and "cancelled" end so.
        }
    }

    /** Several ways to be slow, by the kind that is asked for. */
    static Future<String> book(String kind) throws IOException {
        return switch (kind) {
            case "fast" -> CompletableFuture.completedFuture(kind);
            case "priced" -> CompletableFuture.supplyAsync(() -> price(kind), PRICES);
            case "stored" -> CompletableFuture.supplyAsync(() -> kind, PRICES).thenApplyAsync(Bookings::store, STORES);
            case "dependent" -> dependent(kind);
            case "submitted" -> PRICES.submit(() -> price(kind));
            case "common" -> CompletableFuture.supplyAsync(() -> check(kind));
            case "scheduled" -> later(new CompletableFuture<>());
            case "threaded" -> onThread(new CompletableFuture<>());
            case "failed" -> CompletableFuture.supplyAsync(Bookings::refuse, PRICES);
            case "cancelled" -> cancelled(new CompletableFuture<>());
            case "virtual" -> onVirtualThread(kind);
            default -> throw new IOException(kind);
        };
    }

    /** Its first stage ends behind the making of the second one, which would else run on the caller's thread at times. */
    private static Future<String> dependent(String kind) {
        CountDownLatch made = new CountDownLatch(1);
        Future<String> booking =
                CompletableFuture.supplyAsync(() -> awaited(made, kind), PRICES).thenApply(Bookings::confirm);
        made.countDown();
        return booking;
    }

    private static String awaited(CountDownLatch latch, String kind) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return kind;
    }

    private static Future<String> later(CompletableFuture<String> booking) {
        CLOCK.schedule(() -> booking.complete("later"), SLOW_MS, TimeUnit.MILLISECONDS);
        return booking;
    }

    private static Future<String> onThread(CompletableFuture<String> booking) {
        new Thread(() -> booking.complete(audit()), "audit").start();
        return booking;
    }

    private static Future<String> cancelled(CompletableFuture<String> booking) {
        PRICES.execute(() -> {
            price("cancelled");
            booking.cancel(false);
        });
        return booking;
    }

    /** By their names, because JDK 17 has no such threads. */
    private static Future<String> onVirtualThread(String kind) {
        try {
            ExecutorService threads = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            return CompletableFuture.supplyAsync(() -> ship(kind), threads);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String price(String kind) {
        return slowly(kind);
    }

    private static String store(String kind) {
        return slowly(kind);
    }

    private static String confirm(String kind) {
        return slowly(kind);
    }

    private static String check(String kind) {
        return slowly(kind);
    }

    private static String ship(String kind) {
        return slowly(kind);
    }

    private static String audit() {
        return slowly("audit");
    }

    private static String refuse() {
        slowly("refused");
        throw new IllegalArgumentException("full");
    }

    private static String slowly(String kind) {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return kind;
    }
}
