package io.straggler.examples.services;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicBoolean;

/** Four clients that ask a server again and again, each a few milliseconds after its last answer. */
public final class Clients implements AutoCloseable {
    private static final int CLIENTS = 4;
    private static final long APART_MS = 5;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread[] threads = new Thread[CLIENTS];

    private Clients(URI address) {
        HttpRequest request = HttpRequest.newBuilder(address).build();
        for (int i = 0; i < CLIENTS; i++) {
            threads[i] = new Thread(() -> ask(request), "client-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
    }

    /**
     * Asks until the process ends.
     *
     * @param args the address
     */
    public static void main(String[] args) throws InterruptedException {
        for (Thread thread : start(URI.create(args[0])).threads) {
            thread.join();
        }
    }

    static Clients start(URI address) {
        return new Clients(address);
    }

    private void ask(HttpRequest request) {
        try {
            while (!closed.get()) {
                client.send(request, HttpResponse.BodyHandlers.discarding());
                Thread.sleep(APART_MS);
            }
        } catch (IOException e) {
            if (!closed.get()) {
                System.err.println("The server does not answer: " + e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
