package io.straggler.agent.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.description.type.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MethodPatternTest {
    private static final String HERE = "io.straggler.agent.inside.MethodPatternTest$";

    @Retention(RetentionPolicy.RUNTIME)
    @interface Timed {}

    interface Handler {
        void handle();

        default void both() {
            handle();
        }
    }

    static class Orders implements Handler {
        @Override
        public void handle() {}

        @Timed
        void place() {}

        Runnable later() {
            return () -> {};
        }

        native void far();
    }

    static final class LateOrders extends Orders {
        @Override
        public void handle() {
            super.handle();
        }
    }

    private static List<String> of(String pattern) {
        MethodPattern parsed = MethodPattern.parse(pattern);
        SuperTypes superTypes = new SuperTypes();
        return Arrays.stream(new Class<?>[] {Handler.class, Orders.class, LateOrders.class})
                .map(TypeDescription.ForLoadedType::of)
                .filter(type -> parsed.mayBeIn(type, superTypes.of(type, MethodPatternTest.class.getClassLoader())))
                .flatMap(type -> type.getDeclaredMethods().stream())
                .filter(parsed::isOf)
                .map(method -> method.getDeclaringType().asErasure().getSimpleName() + "." + method.getName())
                .sorted()
                .toList();
    }

    @Test
    void shouldMeanMethodsWithCodeOfThatName() {
        assertThat(of(HERE + "Orders.handle")).containsExactly("Orders.handle");
        assertThat(of(HERE + "Orders.*")).containsExactly("Orders.handle", "Orders.later", "Orders.place");
        // What the compiler has made of a lambda.
        assertThat(of(HERE + "Orders.lambda$*")).containsExactly("Orders.lambda$later$0");
        assertThat(of(HERE + "*Orders.handle")).containsExactly("LateOrders.handle", "Orders.handle");
        assertThat(of(HERE + "Handler.*")).containsExactly("Handler.both");
        assertThat(of("*.MethodPatternTest$Orders.handle")).isEmpty();
    }

    @Test
    void shouldMeanImplementationsToo() {
        assertThat(of(HERE + "Handler+.handle")).containsExactly("LateOrders.handle", "Orders.handle");
        assertThat(of(HERE + "Orders+.handle")).containsExactly("LateOrders.handle", "Orders.handle");
        assertThat(of(HERE + "LateOrders+.handle")).containsExactly("LateOrders.handle");
    }

    @Test
    void shouldMeanMethodsWithAnAnnotation() {
        assertThat(of("@" + HERE + "Timed")).containsExactly("Orders.place");
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.acme.Orders.<init>", "com.acme.Orders.<clinit>"})
    void shouldSayThatConstructorsCannotBe(String text) {
        assertThatThrownBy(() -> MethodPattern.parse(text))
                .isInstanceOf(AgentException.class)
                .hasMessage("Constructors and static initialisers cannot be iterations: name a method that calls them,"
                        + " and not " + text + ".");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "place",
                "",
                "com.acme.Orders.",
                "com.acme.Orders#place",
                "com.acme.Orders::place",
                "com.acme.Orders.place com.acme.Orders.take",
                "acme.core/place-order",
                "@",
                "com..place",
                "a.b(int)"
            })
    void shouldSayWhatAPatternIsLike(String text) {
        assertThatThrownBy(() -> MethodPattern.parse(text))
                .isInstanceOf(AgentException.class)
                .hasMessage("iterations must be a class and a method such as com.acme.Orders.place, with * for any"
                        + " characters of a name, or an annotation such as @com.acme.Timed: iterations=" + text + ".");
    }

    /** Names of methods as the compilers of Kotlin, Scala and Clojure make them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.acme.OrdersKt.place* | place-8Zx12Qw",
                "com.acme.OrdersKt.place | place-8Zx12Qw",
                "com.acme.OrdersKt.place | place-gIAlu-s",
                "com.acme.OrdersKt.place-8Zx12Qw | place-8Zx12Qw",
                "com.acme.Orders.place an order | place an order",
                "com.acme.Orders.place * | place an order",
                "com.acme.Orders.isn't it late? | isn't it late?",
                "com.acme.Basket.$plus | $plus",
                "com.acme.Basket.$plus$eq | $plus$eq",
                "com.acme.Shop$.$anonfun$place$1 | $anonfun$place$1",
                "acme.core$place_order.invoke* | invokeStatic",
                "acme.core$do_it.invoke | invoke",
            })
    void shouldTakeNamesOfOtherLanguages(String pattern, String method) {
        MethodPattern parsed = MethodPattern.parse(pattern);

        assertThat(parsed.text()).isEqualTo(pattern);
        assertThat(parsed.namesMethod(method)).isTrue();
        assertThat(parsed.isNamed(pattern.substring(0, pattern.lastIndexOf('.'))))
                .isTrue();
        // A name that goes on is another one.
        assertThat(MethodPattern.parse("com.acme.Orders.place").namesMethod("place-order"))
                .isFalse();
    }

    @Test
    void shouldTakeLettersOfAllLanguages() {
        for (String text : new String[] {
            "com.acme.Gr\u00F6\u00DFe.pr\u00FCfe",
            "\u6CE8\u6587.*Handler+.h*",
            "@com.acme.\u00DCberwacht",
            "com.acme.A$\u00C4.b"
        }) {
            assertThat(MethodPattern.parse(text).text()).isEqualTo(text);
        }
    }
}
