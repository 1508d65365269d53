package io.straggler.agent.users;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.GenericServlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.management.MBeanServerFactory;

/** Runs statements and serves requests when a line on standard input asks for them, counts both, and knows which were slow. */
public final class Kiosk {
    public static final int SLOW_MS = 60;
    private static final int SLOW_EVERY = 20;

    private long calls;
    private long slow;

    private Kiosk() {}

    public static void main(String[] args) throws Exception {
        Kiosk kiosk = new Kiosk();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
            connection.createStatement().execute("create table sold(id int)");
            connection.createStatement().execute("create alias pause for \"" + Kiosk.class.getName() + ".pause\"");
            System.out.println("open");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(kiosk.answer(line.split(" "), connection));
            }
        }
        System.out.println("closed");
    }

    private String answer(String[] words, Connection connection) throws Exception {
        switch (words[0]) {
            case "statements" -> {
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    count(i);
                    execute(i, connection);
                }
            }
            case "requests" -> {
                for (int i = 0; i < Integer.parseInt(words[1]); i++) {
                    count(i);
                    serve(i, connection);
                }
            }
            case "beans" -> {
                return "beans " + MBeanServerFactory.findMBeanServer(null).size();
            }
            default -> throw new IOException(words[0]);
        }
        return "calls " + calls + " slow " + slow + " failed 0";
    }

    private void count(int number) {
        calls++;
        slow += isSlow(number) ? 1 : 0;
    }

    private static boolean isSlow(int number) {
        return number % SLOW_EVERY == SLOW_EVERY - 1;
    }

    private static void execute(int number, Connection connection) throws SQLException {
        if (isSlow(number)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("call pause(" + SLOW_MS + ")");
            }
        } else {
            try (PreparedStatement statement = connection.prepareStatement("insert into sold values(?)")) {
                statement.setInt(1, number);
                statement.executeUpdate();
            }
        }
    }

    /** For the database, which calls it. */
    public static void pause(int ms) throws InterruptedException {
        Thread.sleep(ms);
    }

    private static void serve(int number, Connection connection) throws IOException, ServletException {
        new Door()
                .doFilter(
                        null, null, (request, response) -> new Counter(number, connection).service(request, response));
    }

    /** In front of each request. */
    static final class Door implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    /** Runs a statement for each request. */
    static final class Counter extends GenericServlet {
        private static final long serialVersionUID = 1;
        private final transient Connection connection;
        private final int number;

        Counter(int number, Connection connection) {
            this.number = number;
            this.connection = connection;
        }

        @Override
        public void service(ServletRequest request, ServletResponse response) throws ServletException {
            try {
                execute(number, connection);
            } catch (SQLException e) {
                throw new ServletException(e);
            }
        }
    }
}
