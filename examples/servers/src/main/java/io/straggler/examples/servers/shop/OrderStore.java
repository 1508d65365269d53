package io.straggler.examples.servers.shop;

import java.io.Closeable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.h2.jdbcx.JdbcConnectionPool;

/** The database of a shop: products, prices and orders. From any thread. */
final class OrderStore implements Closeable {
    private static final int CONNECTIONS = 16;
    private static final int STOCK = 1_000_000;

    /** An order waits for a report, however long that takes. */
    private static final String LOCKS = ";LOCK_TIMEOUT=60000";

    private final JdbcConnectionPool pool;

    private OrderStore(JdbcConnectionPool pool) {
        this.pool = pool;
    }

    /** Makes a database in a folder that has none. */
    static OrderStore create(Path folder, Catalogue catalogue) throws SQLException {
        JdbcConnectionPool pool = JdbcConnectionPool.create(
                "jdbc:h2:file:" + folder.toAbsolutePath().resolve("shop") + LOCKS, "sa", "");
        pool.setMaxConnections(CONNECTIONS);
        OrderStore store = new OrderStore(pool);
        try {
            store.fill(catalogue);
        } catch (SQLException e) {
            store.close();
            throw e;
        }
        return store;
    }

    private void fill(Catalogue catalogue) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table product(id int primary key, category int, stock int)");
            statement.execute("create index by_category on product(category)");
            statement.execute(
                    "create table price(product int, customers int, cents bigint, primary key(product, customers))");
            statement.execute(
                    "create table orders(id bigint auto_increment primary key, product int, quantity int, cents bigint)");
            statement.execute("create index by_product on orders(product)");
            statement.execute("insert into product select x, mod(x, " + catalogue.categories() + "), " + STOCK
                    + " from system_range(0, " + (catalogue.products() - 1) + ")");
            statement.execute(
                    "insert into price select p.id, g.x, 100 + mod(p.id * 31 + g.x, 900) from product p, system_range(0, "
                            + (catalogue.groups() - 1) + ") g");
            statement.execute("insert into orders(product, quantity, cents) select mod(x * 31, " + catalogue.products()
                    + "), 1, 100 from system_range(1, " + catalogue.pastOrders() + ")");
        }
    }

    /** @return the order's number; empty if there is not so much left of the product */
    OptionalLong place(int product, int quantity, long cents) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            // Closing it takes back what was not committed.
            connection.setAutoCommit(false);
            if (!take(connection, product, quantity)) {
                return OptionalLong.empty();
            }
            long id = insert(connection, product, quantity, cents);
            connection.commit();
            return OptionalLong.of(id);
        }
    }

    private static boolean take(Connection connection, int product, int quantity) throws SQLException {
        try (PreparedStatement take =
                connection.prepareStatement("update product set stock = stock - ? where id = ? and stock >= ?")) {
            take.setInt(1, quantity);
            take.setInt(2, product);
            take.setInt(3, quantity);
            return take.executeUpdate() == 1;
        }
    }

    private static long insert(Connection connection, int product, int quantity, long cents) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into orders(product, quantity, cents) values(?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, product);
            insert.setInt(2, quantity);
            insert.setLong(3, cents);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    Optional<Order> find(long id) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement find =
                        connection.prepareStatement("select product, quantity, cents from orders where id = ?")) {
            find.setLong(1, id);
            try (ResultSet found = find.executeQuery()) {
                return found.next()
                        ? Optional.of(new Order(id, found.getInt(1), found.getInt(2), found.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    /** Stock and sales of a category as of one instant: until it is done nobody can order from that category. */
    List<Stock> stock(int category) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            List<Stock> stock = new ArrayList<>();
            try (PreparedStatement products =
                    connection.prepareStatement("select id, stock from product where category = ? for update")) {
                products.setInt(1, category);
                try (ResultSet product = products.executeQuery()) {
                    while (product.next()) {
                        int id = product.getInt(1);
                        stock.add(new Stock(id, product.getInt(2), sold(connection, id)));
                    }
                }
            }
            connection.commit();
            return stock;
        }
    }

    private static long sold(Connection connection, int product) throws SQLException {
        try (PreparedStatement sum =
                connection.prepareStatement("select coalesce(sum(quantity), 0) from orders where product = ?")) {
            sum.setInt(1, product);
            try (ResultSet sold = sum.executeQuery()) {
                sold.next();
                return sold.getLong(1);
            }
        }
    }

    /** All prices, in cents. */
    Map<Offer, Long> prices() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet price = statement.executeQuery("select product, customers, cents from price")) {
            Map<Offer, Long> prices = new HashMap<>();
            while (price.next()) {
                prices.put(new Offer(price.getInt(1), price.getInt(2)), price.getLong(3));
            }
            return prices;
        }
    }

    long orders() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("select count(*) from orders")) {
            count.next();
            return count.getLong(1);
        }
    }

    /** The database closes with the last connection. */
    @Override
    public void close() {
        pool.dispose();
    }
}
