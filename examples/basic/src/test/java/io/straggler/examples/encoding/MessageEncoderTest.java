package io.straggler.examples.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two families of encoders write the same bytes, the right ones, and differ in where their methods are declared only. */
class MessageEncoderTest {
    private static final Path SOURCES = Path.of("src/main/java/io/straggler/examples/encoding");
    private static final Pattern METHOD =
            Pattern.compile("(?ms)^( +)(?:default|public) (\\w+ \\w+\\([^)]*\\) \\{\\n.*?)^\\1\\}");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, 4711, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldWriteTheSameBytesInBothFamilies(long seed) {
        for (int count = 0; count < 200; count++) {
            MarketEvent[] events = new MarketDay(seed + count).next(PacketFeed.MESSAGES_A_PACKET);

            assertThat(written(ClassMethods.encoders(), events)).isEqualTo(written(DefaultMethods.encoders(), events));
        }
    }

    @Test
    void shouldWriteWhatAReaderOfTheFormatExpects() {
        MarketEvent[] events = new MarketDay(1).next(5_000);
        for (MessageEncoder[] family : List.of(DefaultMethods.encoders(), ClassMethods.encoders())) {
            List<PacketReader.Message> messages = PacketReader.read(written(family, events));

            assertThat(messages).hasSameSizeAs(events);
            for (int i = 0; i < events.length; i++) {
                assertThat(messages.get(i)).isEqualTo(PacketReader.Message.of(events[i]));
            }
        }
        assertThat(Arrays.stream(events).map(MarketEvent::type)).contains(MessageType.values());
    }

    @Test
    void shouldInheritEveryDefaultMethodInOneFamilyAndDeclareItInTheOther() {
        List<String> shared = methods(MessageEncoder.class, Method::isDefault);
        assertThat(shared).hasSize(5);

        assertThat(DefaultMethods.encoders())
                .hasSameSizeAs(MessageType.values())
                .allSatisfy(encoder -> {
                    assertThat(methods(encoder.getClass(), method -> true)).isEmpty();
                    assertThat(methods(encoder.getClass().getSuperclass(), method -> true))
                            .doesNotContainAnyElementsOf(shared);
                });
        assertThat(ClassMethods.encoders())
                .hasSameSizeAs(MessageType.values())
                .allSatisfy(encoder ->
                        assertThat(methods(encoder.getClass(), method -> true)).containsExactlyElementsOf(shared));
    }

    @Test
    void shouldHaveTheSameTextInBothFamilies() throws IOException {
        List<String> inherited = bodies("MessageEncoder.java", "default");
        List<String> declared = bodies("ClassMethods.java", "public");

        assertThat(inherited).hasSize(5);
        assertThat(declared).hasSize(5 * MessageType.values().length);
        for (int i = 0; i < declared.size(); i++) {
            assertThat(declared.get(i)).isEqualTo(inherited.get(i % 5));
        }
    }

    /** Signature and body of each instance method with this modifier, without indentation. */
    private static List<String> bodies(String file, String modifier) throws IOException {
        return METHOD.matcher(Files.readString(SOURCES.resolve(file)))
                .results()
                .filter(method -> method.group().stripLeading().startsWith(modifier))
                .map(method -> Matcher.quoteReplacement(method.group(2)).replaceAll("(?m)^ +", ""))
                .toList();
    }

    private static List<String> methods(Class<?> type, java.util.function.Predicate<Method> which) {
        return Stream.of(type.getDeclaredMethods())
                .filter(which)
                .map(Method::getName)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    private static byte[] written(MessageEncoder[] encoders, MarketEvent[] events) {
        PacketBuffer packet = new PacketBuffer(100 * events.length);
        for (MarketEvent event : events) {
            encoders[event.type().ordinal()].encode(event, packet);
        }
        return packet.written();
    }
}
