package io.straggler.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LibraryMethodsTest {
    private static final List<String> STATEMENT = List.of(
            "java.lang.Thread.run",
            "com.acme.Orders.find",
            "com.zaxxer.hikari.pool.HikariProxyPreparedStatement.executeQuery",
            "org.h2.jdbc.JdbcPreparedStatement.executeQuery",
            "org.h2.value.Transfer.readInt",
            "java.io.DataInputStream.readInt");

    private static String caller(List<String> methods, String task) {
        return LibraryMethods.calledBy(methods, task).orElse("");
    }

    @Test
    void shouldNameTheProgramsMethodThatCalledALibrary() {
        assertThat(LibraryMethods.calledBy(STATEMENT)).contains("com.acme.Orders.find");
        assertThat(caller(STATEMENT, "jdbc")).isEqualTo("com.acme.Orders.find");
        assertThat(caller(STATEMENT, "java.sql.Statement+.execute*")).isEqualTo("com.acme.Orders.find");
    }

    @Test
    void shouldTakeALibraryForTheProgramIfItsMethodIsAskedFor() {
        assertThat(caller(STATEMENT, "jdbc org.h2.value.Transfer.readInt")).isEqualTo("org.h2.value.Transfer.readInt");
        assertThat(caller(STATEMENT, "com.zaxxer.hikari.pool.HikariPool.getConnection"))
                .isEqualTo("com.zaxxer.hikari.pool.HikariProxyPreparedStatement.executeQuery");
        assertThat(caller(STATEMENT, "org.h2.engine.SessionInterface+.close")).isEqualTo("com.acme.Orders.find");
    }

    @Test
    void shouldNameALibrarysMethodWhereThereIsNoOther() {
        List<String> server =
                List.of("java.lang.Thread.run", "org.h2.server.TcpServerThread.run", "java.net.Socket.read");

        assertThat(caller(server, "jdbc")).isEqualTo("org.h2.server.TcpServerThread.run");
        assertThat(caller(server, "com.zaxxer.hikari.pool.HikariPool.getConnection"))
                .isEqualTo("org.h2.server.TcpServerThread.run");
        assertThat(caller(List.of("java.lang.Thread.run"), "jdbc")).isEmpty();
    }
}
