package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.anyrecording.ReadyMadeName;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.description.type.TypeDescription;
import org.h2.jdbc.JdbcPreparedStatement;
import org.h2.jdbc.JdbcResultSet;
import org.h2.jdbc.JdbcStatement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ready-made names mean in interfaces and a driver as programs have them. */
class CallSelectionTest {
    static final class Gate implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
    }

    private static List<String> of(String text, Class<?>... types) {
        CallSelection selection = CallSelection.parse(text);
        SuperTypes superTypes = new SuperTypes();
        return Arrays.stream(types)
                .map(TypeDescription.ForLoadedType::of)
                .flatMap(type -> type.getDeclaredMethods().stream()
                        .filter(method ->
                                selection.isOf(method, superTypes.of(type, CallSelectionTest.class.getClassLoader()))))
                .map(method -> method.getDeclaringType().asErasure().getSimpleName() + "." + method.getName())
                .distinct()
                .sorted()
                .toList();
    }

    @Test
    void shouldMeanFiltersAndServlets() {
        assertThat(of("servlet", HttpServlet.class, Gate.class, FilterChain.class, JdbcStatement.class))
                .containsExactly("Gate.doFilter", "HttpServlet.service");
    }

    @Test
    void shouldMeanStatementsOfAnyKind() {
        assertThat(of("jdbc", JdbcPreparedStatement.class, JdbcResultSet.class, Gate.class))
                .contains(
                        "JdbcPreparedStatement.execute",
                        "JdbcPreparedStatement.executeQuery",
                        "JdbcPreparedStatement.executeUpdate",
                        "JdbcPreparedStatement.executeBatch",
                        "JdbcPreparedStatement.executeLargeUpdate")
                .allMatch(name -> name.startsWith("JdbcPreparedStatement.execute"));
        assertThat(of("jdbc", JdbcStatement.class)).contains("JdbcStatement.executeQuery");
    }

    @ParameterizedTest
    @EnumSource
    void shouldUnderstandEveryReadyMadeName(ReadyMadeName name) {
        CallSelection selection = CallSelection.parse(name.title());

        assertThat(selection.patterns()).extracting(MethodPattern::text).isEqualTo(name.patterns());
        assertThat(selection.pattern()).isEmpty();
        assertThat(selection.described()).startsWith(name.title() + " (");
    }

    @Test
    void shouldBeAPatternOtherwise() {
        CallSelection selection = CallSelection.parse("a.B.c");

        assertThat(selection.pattern())
                .hasValueSatisfying(pattern -> assertThat(pattern.text()).isEqualTo("a.B.c"));
        assertThat(selection.described()).isEqualTo("a.B.c");
    }
}
