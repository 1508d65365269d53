package io.straggler.agent.users;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.concurrent.TimeUnit;

/** Answers from two of Netty's event loops when a line on standard input asks for it. */
public final class Loops {
    public static final long SLOW_MS = 40;

    private static final EventExecutor FRONT = new DefaultEventExecutor(new DefaultThreadFactory("front"));
    private static final EventExecutor BACK = new DefaultEventExecutor(new DefaultThreadFactory("back"));

    private Loops() {}

    public static void main(String[] args) throws Exception {
        System.out.println("open");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int calls = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                answer(words[0]).await();
                calls++;
            }
            System.out.println("calls " + calls + " slow 0 failed 0");
        }
        FRONT.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        BACK.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
        System.out.println("closed");
    }

    /** Several ways to be slow, by the kind that is asked for. */
    static Future<String> answer(String kind) throws IOException {
        Promise<String> promise = FRONT.newPromise();
        switch (kind) {
            case "fast" -> promise.setSuccess(kind);
            case "fetched" -> FRONT.execute(() -> BACK.execute(() -> promise.setSuccess(fetch())));
            case "failed" -> FRONT.execute(() -> promise.setFailure(new IOException(fetch())));
            case "cancelled" ->
                FRONT.execute(() -> {
                    fetch();
                    promise.cancel(false);
                });
            case "submitted" -> {
                return FRONT.submit(Loops::fetch);
            }
            case "scheduled" -> BACK.schedule(() -> promise.setSuccess(kind), SLOW_MS, TimeUnit.MILLISECONDS);
            default -> throw new IOException(kind);
        }
        return promise;
    }

    private static String fetch() {
        try {
            Thread.sleep(SLOW_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "fetched";
    }
}
