package io.straggler.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.examples.RecordedHarness;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PriceServiceTest {
    private static final int PRICES = 1_000;
    private static final List<String> LEGS =
            List.of("upstream-append", "upstream-poll", "combine", "downstream-append", "downstream-poll");

    private final RecordedHarness harness = new RecordedHarness();

    @Test
    void shouldPublishTheBookOfEveryPriceAndMeasureEveryLeg() throws Exception {
        PriceService service = new PriceService();
        service.setUp(harness);
        // The feed of the service, and books kept the plain way.
        PriceFeed feed = new PriceFeed(1);
        SidedPrice price = new SidedPrice();
        Map<Long, Long> bids = new HashMap<>();
        Map<Long, Long> asks = new HashMap<>();
        Path upstream = service.upstream().folder();
        Path downstream = service.downstream().folder();
        try {
            for (int i = 0; i < PRICES; i++) {
                long beforeNs = System.nanoTime();
                service.run(1_000 + i);
                long tookNs = System.nanoTime() - beforeNs;

                feed.next(price, 0, 0);
                (price.side() == Side.BID ? bids : asks).put(price.symbol(), price.priceTicks());
                TopOfBook book = service.published();
                assertThat(book.symbol()).isEqualTo(price.symbol());
                assertThat(book.bidTicks()).isEqualTo(bids.getOrDefault(price.symbol(), 0L));
                assertThat(book.askTicks()).isEqualTo(asks.getOrDefault(price.symbol(), 0L));
                assertThat(book.intendedNs()).isEqualTo(1_000 + i);
                assertThat(book.combinedNs()).isGreaterThan(book.sentNs());
                int iteration = i;
                assertThat(LEGS.stream()
                                .mapToLong(leg -> harness.values(leg).get(iteration))
                                .sum())
                        .isPositive()
                        .isLessThanOrEqualTo(tookNs);
            }
            assertThat(service.upstream().poll(new byte[SidedPrice.BYTES])).isZero();
            assertThat(service.downstream().poll(new byte[TopOfBook.BYTES])).isZero();
        } finally {
            service.tearDown();
        }
        assertThat(upstream).doesNotExist();
        assertThat(downstream).doesNotExist();
    }
}
