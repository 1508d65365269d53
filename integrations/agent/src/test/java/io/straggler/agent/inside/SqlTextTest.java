package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select * from orders where id = 42 | select * from orders where id = ?
            select * from orders where id = ? | select * from orders where id = ?
            SELECT a  FROM   t; | SELECT a FROM t
            insert into t values ('O''Brien', 1.5e3, 0xff) | insert into t values (?)
            select 1 where a in (?, ?,?) and b in (1) | select ? where a in (?) and b in (?)
            /* load com.acme.Order */ select o1_0.id from "order 1" o1_0 -- hint | select o1_0.id from "order 1" o1_0
            select `a 1`, col2, t3.x, $1, :p2 from t | select `a 1`, col2, t3.x, $1, :p2 from t
            select 'not closed | select ?
            select a /* not closed | select a
            call pause(60) | call pause(?)
            select a - 5 | select a - ?
            """)
    void shouldLeaveOutValuesAndComments(String sql, String name) {
        assertThat(SqlText.named(sql)).isEqualTo(name);
    }

    @Test
    void shouldEndLinesAndLongTexts() {
        assertThat(SqlText.named("select a -- first\n\tfrom t")).isEqualTo("select a from t");
        assertThat(SqlText.named("select " + "a, ".repeat(10_000))).hasSize(200).endsWith("…");
        assertThat(SqlText.named("insert into t values " + "(1, 'x'), ".repeat(100_000)))
                .startsWith("insert into t values (?), (?)")
                .hasSize(200);
        assertThat(SqlText.named(" -- nothing")).isEmpty();
    }
}
