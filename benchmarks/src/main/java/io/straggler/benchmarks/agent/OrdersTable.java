package io.straggler.benchmarks.agent;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that the servers of {@link AgentServersBenchmark} answer from. */
final class OrdersTable {
    static final int CUSTOMERS = 1_000;
    static final String NAME = "mem:orders";
    static final String IN_PROCESS = "jdbc:h2:" + NAME + ";DB_CLOSE_DELAY=-1";
    static final String QUERY = "select id, amount from orders where customer = ? order by id";

    private static final int ORDERS_EACH = 10;

    private OrdersTable() {}

    /** Fills the table of the database in this process, which stays as long as the process. */
    static void fill() throws SQLException {
        try (Connection connection = DriverManager.getConnection(IN_PROCESS)) {
            fill(connection);
        }
    }

    static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table orders(id int primary key, customer int, amount int)");
            statement.execute("create index by_customer on orders(customer)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into orders values(?, ?, ?)")) {
            for (int id = 0; id < CUSTOMERS * ORDERS_EACH; id++) {
                insert.setInt(1, id);
                insert.setInt(2, id % CUSTOMERS);
                insert.setInt(3, id % 97);
                insert.execute();
            }
        }
    }
}
