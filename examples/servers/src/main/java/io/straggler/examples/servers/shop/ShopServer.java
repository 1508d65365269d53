package io.straggler.examples.servers.shop;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;

/** A shop that takes orders over HTTP, on the loopback address and a free port, and keeps them in a database. */
public final class ShopServer implements Closeable {
    /** Largest number of orders that the audit may lack after a crash. */
    private static final int ORDERS_AT_RISK = 100;

    private final OrderStore store;
    private final Journal audit;
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);

    private ShopServer(Path folder, Catalogue catalogue) throws IOException, SQLException {
        Files.createDirectories(folder);
        audit = Journal.create(folder.resolve("audit.log"), ORDERS_AT_RISK);
        store = OrderStore.create(folder, catalogue);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new ShopHandler(store, new PriceList(store), audit));
    }

    /**
     * Serves until the process ends, and prints where.
     *
     * @param args a folder that is new or empty
     */
    public static void main(String[] args) throws Exception {
        try (ShopServer shop = start(Path.of(args[0]), Catalogue.WHOLE)) {
            System.out.println(shop.address());
            shop.server.join();
        }
    }

    /** @param folder new or empty, for the database and the audit log */
    public static ShopServer start(Path folder, Catalogue catalogue) throws IOException, SQLException {
        ShopServer shop = new ShopServer(folder, catalogue);
        LifeCycle.start(shop.server);
        return shop;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** How many there are in the database. */
    public long orders() throws SQLException {
        return store.orders();
    }

    @Override
    public void close() throws IOException {
        LifeCycle.stop(server);
        store.close();
        audit.close();
    }
}
