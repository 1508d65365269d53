package io.straggler.selftest.inject.application;

import com.sun.net.httpserver.HttpServer;
import io.straggler.selftest.inject.Fixture;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Waits;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Connections that are made or refused, a request over HTTP, and questions about hosts and networks. */
@Fixture.Needs("the loopback interface")
public final class Connections extends Fixture {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Partner client = closing(new Partner("app-client"));
    private final ServerSocketChannel accepting =
            closing(ServerSocketChannel.open()).bind(ANY);
    private final ServerSocketChannel accepted =
            closing(ServerSocketChannel.open()).bind(ANY);
    private final HttpServer server = HttpServer.create(ANY, 0);
    private final URL url;
    private final int closedPort;
    private volatile long answerAtNs;

    public Connections(InjectionSite site) throws IOException {
        super(site);
        closing(() -> server.stop(0));
        server.createContext("/", exchange -> {
            Waits.roughly(answerAtNs);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        url = URI.create("http://" + ANY.getHostString() + ":"
                        + server.getAddress().getPort() + "/")
                .toURL();
        try (ServerSocket closed = new ServerSocket(0, 1, ANY.getAddress())) {
            closedPort = closed.getLocalPort();
        }
        daemon(this::acceptAll, "app-acceptor").start();
    }

    private void acceptAll() {
        try {
            while (true) {
                accepted.accept().close();
            }
        } catch (IOException e) {
            // Closed: the run is over.
        }
    }

    public void connect() throws IOException {
        SocketChannel.open(accepted.getLocalAddress()).close();
    }

    public void accept(long ns) throws IOException {
        client.later(ns, () -> SocketChannel.open(accepting.getLocalAddress()).close());
        accepting.accept().close();
    }

    public void connectInVain() throws IOException {
        try (Socket refused = new Socket(ANY.getAddress(), closedPort)) {
            result += refused.getPort();
        } catch (ConnectException e) {
            result++;
        }
    }

    public void request(long ns) throws IOException {
        answerAtNs = System.nanoTime() + ns;
        try (InputStream answer = url.openStream()) {
            answer.readAllBytes();
        }
    }

    public void lookUpName() throws IOException {
        result += InetAddress.getByAddress(LOOPBACK).getHostName().length();
    }

    public void listNetworks() throws IOException {
        result += NetworkInterface.networkInterfaces().count();
    }
}
