package io.straggler.examples.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketFeedTest {
    private static final int PACKETS = 512;

    @Test
    void shouldSendTheSameDayInBothFamilies() {
        PacketFeed inherited = new PacketFeed(DefaultMethods.encoders(), 7);
        PacketFeed declared = new PacketFeed(ClassMethods.encoders(), 7);
        for (int i = 0; i < 2 * PACKETS; i++) {
            inherited.encodeNext();
            declared.encodeNext();

            assertThat(declared.written()).isEqualTo(inherited.written());
        }
    }

    @Test
    void shouldSendEachPacketInTurnAndThenBeginAgain() {
        PacketFeed feed = new PacketFeed(ClassMethods.encoders(), 7);
        List<PacketReader.Message> day = new ArrayList<>();
        for (int i = 0; i < PACKETS; i++) {
            feed.encodeNext();
            day.addAll(PacketReader.read(feed.written()));
        }

        assertThat(day)
                .hasSize(PACKETS * PacketFeed.MESSAGES_A_PACKET)
                .containsExactlyElementsOf(Arrays.stream(new MarketDay(7).next(day.size()))
                        .map(PacketReader.Message::of)
                        .toList());
        feed.encodeNext();
        assertThat(PacketReader.read(feed.written())).isEqualTo(day.subList(0, PacketFeed.MESSAGES_A_PACKET));
    }

    @Test
    void shouldNoticeAPacketThatIsNotWhatItWas() {
        MessageEncoder[] encoders = DefaultMethods.encoders();
        PacketFeed feed = new PacketFeed(encoders, 7);
        int add = MessageType.ADD_ORDER.ordinal();
        encoders[add] = encoders[MessageType.TRADE.ordinal()];

        assertThatThrownBy(feed::encodeNext)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("packet must be encoded as it was before: packet=0");
    }

    @Test
    void shouldMixTheTypesAsAMarketDoes() {
        MarketEvent[] day = new MarketDay(7).next(100_000);
        for (MessageType type : MessageType.values()) {
            assertThat(Arrays.stream(day).filter(event -> event.type() == type).count())
                    .as(type.name())
                    .isBetween(800L, 45_000L);
        }
    }
}
