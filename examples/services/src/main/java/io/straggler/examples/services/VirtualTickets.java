package io.straggler.examples.services;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** The JDK's own server, with a virtual thread for each request. {@code /tickets} needs one of two printers, which are cleaned every second. */
public final class VirtualTickets {
    private static final int PRINTERS = 2;
    private static final Semaphore FREE = new Semaphore(PRINTERS);

    private VirtualTickets() {}

    /** Serves until the process ends, and prints where. Needs JDK 21. */
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        // Reflection, because this is compiled for JDK 17.
        server.setExecutor((ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
        server.createContext("/tickets", VirtualTickets::handle);
        server.start();
        new Thread(VirtualTickets::maintain, "maintenance").start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static void handle(HttpExchange exchange) throws IOException {
        FREE.acquireUninterruptibly();
        byte[] ticket;
        try {
            ticket = print();
        } finally {
            FREE.release();
        }
        exchange.sendResponseHeaders(200, ticket.length);
        exchange.getResponseBody().write(ticket);
        exchange.close();
    }

    private static byte[] print() {
        return ("ticket " + System.nanoTime()).getBytes(StandardCharsets.UTF_8);
    }

    private static void maintain() {
        try {
            while (true) {
                Thread.sleep(1_000);
                FREE.acquire(PRINTERS);
                clean();
                FREE.release(PRINTERS);
            }
        } catch (InterruptedException e) {
            // The printers are no longer cleaned.
        }
    }

    private static void clean() throws InterruptedException {
        Thread.sleep(120);
    }
}
