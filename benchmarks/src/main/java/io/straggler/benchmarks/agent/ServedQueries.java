package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import java.sql.Connection;
import java.sql.DriverManager;
import org.h2.tools.Server;

/** H2's own server with one table, for {@link AgentServersBenchmark}. */
public final class ServedQueries {
    private ServedQueries() {}

    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(OrdersTable.IN_PROCESS)) {
            OrdersTable.fill(connection);
            Server server = Server.createTcpServer("-tcpPort", "0").start();
            Figures.print(ServerLoad.PORT, server.getPort());
            System.out.println(ServerLoad.READY);
            Thread.currentThread().join(); // until it is killed
        }
    }
}
