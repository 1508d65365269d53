package io.straggler.benchmarks.agent;

import io.straggler.benchmarks.support.Figures;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty with one page, which says what a customer ordered and is made of a query to a database in the same JVM, for {@link AgentServersBenchmark}. */
public class ServedPages extends Handler.Abstract {
    private final ThreadLocal<PreparedStatement> statements = ThreadLocal.withInitial(ServedPages::prepare);

    private static PreparedStatement prepare() {
        try {
            Connection connection = DriverManager.getConnection(OrdersTable.IN_PROCESS);
            return connection.prepareStatement(OrdersTable.QUERY);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A page: a call is an iteration. */
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        int customer = Integer.parseInt(Request.getPathInContext(request).substring(1));
        PreparedStatement statement = statements.get();
        statement.setInt(1, customer);
        StringBuilder page = new StringBuilder();
        try (ResultSet orders = statement.executeQuery()) {
            while (orders.next()) {
                page.append("order ")
                        .append(orders.getInt(1))
                        .append(": ")
                        .append(orders.getInt(2))
                        .append('\n');
            }
        }
        byte[] bytes = page.toString().getBytes(StandardCharsets.US_ASCII);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
        return true;
    }

    public static void main(String[] arguments) throws Exception {
        OrdersTable.fill();
        new ServedPages().serve(new Server()).join();
    }

    /** Starts a server with these pages, and prints where it is. */
    final Server serve(Server server) throws Exception {
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(this);
        server.start();
        Figures.print(ServerLoad.PORT, connector.getLocalPort());
        System.out.println(ServerLoad.READY);
        return server;
    }
}
