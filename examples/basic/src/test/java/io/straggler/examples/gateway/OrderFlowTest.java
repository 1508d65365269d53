package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrderFlowTest {
    private final List<Instrument> instruments = Instrument.listed();

    @Test
    void shouldBeTheSameForTheSameSeed() {
        assertThat(messages(5)).isEqualTo(messages(5)).isNotEqualTo(messages(6));
    }

    @Test
    void shouldListEveryInstrumentOnce() {
        assertThat(instruments).extracting(Instrument::symbol).doesNotHaveDuplicates();
    }

    @Test
    void shouldGrowTheStateAndMeetEveryOutcome() {
        OrderFlow flow = new OrderFlow(instruments, 5);
        OrderParser parser = new OrderParser();
        TradingSession session = new TradingSession(instruments, 0);
        Map<ExecutionReport.Status, Integer> answers = new EnumMap<>(ExecutionReport.Status.class);
        Map<RejectReason, Integer> refusals = new EnumMap<>(RejectReason.class);
        for (int i = 0; i < 60_000; i++) {
            ExecutionReport answer = session.apply(request(parser, flow)).get(0);
            answers.merge(answer.status(), 1, Integer::sum);
            if (answer.status() == ExecutionReport.Status.REJECTED) {
                refusals.merge(RejectReason.valueOf(answer.reason().split(" ")[0]), 1, Integer::sum);
            }
        }

        assertThat(session.liveOrders()).isGreaterThan(25_000);
        assertThat(session.usedIds()).isGreaterThan(50_000);
        assertThat(answers).containsOnlyKeys(ExecutionReport.Status.values());
        assertThat(refusals.keySet())
                .contains(
                        RejectReason.UNREADABLE,
                        RejectReason.UNKNOWN_SYMBOL,
                        RejectReason.PRICE_BAND,
                        RejectReason.DUPLICATE_ID,
                        RejectReason.UNKNOWN_ORDER);
    }

    private static OrderRequest request(OrderParser parser, OrderFlow flow) {
        try {
            return parser.parse(flow.next());
        } catch (OrderFormatException unreadable) {
            return new OrderRequest.Unreadable(unreadable.getMessage());
        }
    }

    private List<String> messages(long seed) {
        OrderFlow flow = new OrderFlow(instruments, seed);
        return IntStream.range(0, 1_000)
                .mapToObj(i -> StandardCharsets.US_ASCII.decode(flow.next()).toString())
                .toList();
    }
}
