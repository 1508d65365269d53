package io.straggler.jfr.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import org.junit.jupiter.api.Test;

class OwnEventsTest {
    private static final List<String> OF_ANY_EVENT = List.of("startTime", "duration", "eventThread", "stackTrace");

    /** One that was forgotten would be neither registered nor recorded. */
    @Test
    void shouldBeAllEventsOfThePackage() throws IOException, URISyntaxException {
        Path folder =
                Path.of(OwnEvents.class.getResource("OwnEvents.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(folder)) {
            List<String> events = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\w+Event\\.class"))
                    .map(name -> name.replace(".class", ""))
                    .toList();
            assertThat(OwnEvents.TYPES)
                    .filteredOn(type -> type.getDeclaringClass() == null)
                    .extracting(type -> type.getSimpleName())
                    .containsExactlyInAnyOrderElementsOf(events);
        }
        assertThat(OwnEvents.TYPES)
                .contains(ClockEvents.Regular.class, ClockEvents.AtChunkBegin.class, ClockEvents.AtChunkEnd.class);
    }

    @Test
    void shouldDescribeEveryFieldOfEveryEvent() {
        for (Class<? extends Event> each : OwnEvents.TYPES) {
            EventType type = EventType.getEventType(each);
            assertThat(type.getName()).startsWith(OwnEvents.PREFIX);
            assertThat(type.getCategoryNames()).containsExactly("Straggler");
            assertThat(type.getLabel()).isNotBlank();
            assertThat(type.getSettingDescriptors())
                    .filteredOn(setting -> setting.getName().equals("stackTrace"))
                    .allSatisfy(setting -> assertThat(setting.getDefaultValue()).isEqualTo("false"));
            assertThat(type.getFields())
                    .filteredOn(field -> !OF_ANY_EVENT.contains(field.getName()))
                    .isNotEmpty()
                    .allSatisfy(field ->
                            assertThat(field.getAnnotation(Label.class)).isNotNull());
        }
    }
}
