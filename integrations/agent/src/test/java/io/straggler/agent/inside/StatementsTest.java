package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StatementsTest {
    private final List<String> names = new ArrayList<>();
    private final List<Throwable> broken = new ArrayList<>();
    private final Statements statements = new Statements(this::number, broken::add);

    private int number(String name) {
        names.add(name);
        return names.size() - 1;
    }

    @Test
    void shouldNumberStatementsByTheirTextWithoutValues() {
        Object prepared = new Object();
        statements.prepares(prepared, "select a from t where id = ?");

        assertThat(statements.number("select a from t where id = 5")).isZero();
        assertThat(statements.number("select a from t where id = 6")).isZero();
        assertThat(statements.number(prepared)).isZero();
        assertThat(statements.number("delete from t")).isEqualTo(1);
        assertThat(names).containsExactly("select a from t where id = ?", "delete from t");
        assertThat(broken).isEmpty();
    }

    /** Forms of H2, PostgreSQL, MySQL and HikariCP; other drivers show no text. */
    @Test
    void shouldAskWhatWasPreparedBeforeForItsText() {
        AtomicInteger asked = new AtomicInteger();
        Object statement = new Object() {
            @Override
            public String toString() {
                asked.incrementAndGet();
                return "prep3: select a from t where id = ? {1: 5, 2: 'x'}";
            }
        };

        assertThat(statements.number(statement)).isZero();
        assertThat(statements.number(statement)).isZero();
        assertThat(asked).hasValue(1);
        assertThat(statements.number(new StringBuilder("UPDATE t SET a = 'x {1: 2' WHERE id = 5")))
                .isEqualTo(1);
        assertThat(statements.number(new StringBuilder("com.mysql.cj.jdbc.ClientPreparedStatement: SELECT 1")))
                .isEqualTo(2);
        assertThat(statements.number(new StringBuilder("Proxy@12 wrapping prep4: delete from t")))
                .isEqualTo(3);
        assertThat(statements.number(new StringBuilder("oracle.call.SelectStatement@5f")))
                .isEqualTo(Statements.UNKNOWN);
        assertThat(names)
                .containsExactly(
                        "select a from t where id = ?", "UPDATE t SET a = ? WHERE id = ?", "SELECT ?", "delete from t");
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldNotKnowWhatWasPreparedBeforeNorMoreStatementsThanHaveRoom() {
        assertThat(statements.number(new Object())).isEqualTo(Statements.UNKNOWN);
        assertThat(statements.number("  ")).isEqualTo(Statements.UNKNOWN);
        for (int i = 0; i < 200; i++) {
            assertThat(statements.number("select a from t" + i)).isEqualTo(i);
        }
        Object prepared = new Object();
        statements.prepares(prepared, "select b from t");

        assertThat(statements.number("select b from t")).isEqualTo(Statements.UNKNOWN);
        assertThat(statements.number(prepared)).isEqualTo(Statements.UNKNOWN);
        assertThat(statements.number("select a from t199")).isEqualTo(199);
    }
}
