package io.straggler.examples.gateway;

import io.straggler.harness.Harness;
import io.straggler.harness.Probe;
import io.straggler.harness.Task;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * An order gateway: each iteration reads one order message, validates it, matches it, logs what happened to a file and
 * publishes it over a TCP connection until the peer's echo is back.
 *
 * <p>Its probes are {@code parse}, {@code book}, {@code log} and {@code publish}. The state grows with every order, the
 * messages are the same in every run, and nothing in it waits on purpose: what is slow now and then is slow because of the
 * collections, the heap, the disk, the socket and the machine.
 *
 * <p>What the report says of two of these can be put to the test by leaving them out: {@code -Dgateway.without=publishing} publishes nothing, and
 * {@code -Dgateway.without=growth} makes room for all of a session's orders when it opens.
 */
public final class OrderGateway implements Task {
    /**
     * Number of messages after which the session closes, as a trading day does, and the next begins with empty books.
     */
    private static final int MESSAGES_A_SESSION = 600_000;

    private static final long SEED = 20_261_120;

    private final List<String> without =
            List.of(System.getProperty("gateway.without", "").split(","));

    private final List<Instrument> instruments = Instrument.listed();
    private final OrderFlow flow = new OrderFlow(instruments, SEED);
    private final OrderParser parser = new OrderParser();
    private final int messagesASession;
    private TradingSession session;
    private int messages;

    private Probe parseProbe;
    private Probe bookProbe;
    private Probe logProbe;
    private Probe publishProbe;

    private final OpenParts open = new OpenParts();
    private Path folder;
    private EventLog log;
    private ExecutionPublisher publisher;

    /** A gateway whose sessions are long enough for a minute at 10,000 messages a second. */
    public OrderGateway() {
        this(MESSAGES_A_SESSION);
    }

    OrderGateway(int messagesASession) {
        this.messagesASession = messagesASession;
        session = open(messagesASession);
    }

    private TradingSession open(int messages) {
        return new TradingSession(instruments, without.contains("growth") ? messages : 0);
    }

    @Override
    public void setUp(Harness harness) throws IOException {
        parseProbe = harness.probe("parse");
        bookProbe = harness.probe("book");
        logProbe = harness.probe("log");
        publishProbe = harness.probe("publish");
        try {
            folder = open.add(TemporaryFolder.create()).path();
            log = open.add(EventLog.open(folder));
            if (!without.contains("publishing")) {
                EchoPeer peer = open.add(EchoPeer.listen());
                publisher = open.add(ExecutionPublisher.connect(peer.address()));
                harness.watch(peer.thread());
            }
        } catch (IOException | RuntimeException failure) {
            closeAfter(failure);
            throw failure;
        }
    }

    @Override
    public void run(long intendedNs) throws IOException {
        ByteBuffer message = flow.next();
        if (messages++ == messagesASession) {
            session = open(messagesASession);
            messages = 1;
        }
        long beganNs = System.nanoTime();
        OrderRequest request = parse(message);
        long parsedNs = System.nanoTime();
        List<ExecutionReport> reports = session.apply(request);
        long bookedNs = System.nanoTime();
        log.record(reports);
        long loggedNs = System.nanoTime();
        if (publisher != null) {
            publisher.publish(reports);
        }
        long publishedNs = System.nanoTime();
        parseProbe.record(parsedNs - beganNs);
        bookProbe.record(bookedNs - parsedNs);
        logProbe.record(loggedNs - bookedNs);
        publishProbe.record(publishedNs - loggedNs);
    }

    private OrderRequest parse(ByteBuffer message) {
        try {
            return parser.parse(message);
        } catch (OrderFormatException unreadable) {
            return new OrderRequest.Unreadable(unreadable.getMessage());
        }
    }

    /** Closes the connection, then the peer, which ends with it, then the log, and deletes the log's folder. */
    @Override
    public void tearDown() throws IOException {
        open.close();
    }

    private void closeAfter(Exception failure) {
        try {
            open.close();
        } catch (IOException secondary) {
            failure.addSuppressed(secondary);
        }
    }

    TradingSession session() {
        return session;
    }

    Path folder() {
        return folder;
    }
}
