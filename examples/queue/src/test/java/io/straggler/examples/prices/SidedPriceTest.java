package io.straggler.examples.prices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SidedPriceTest {
    private final SidedPrice price = new SidedPrice();
    private final byte[] bytes = new byte[SidedPrice.BYTES];

    @Test
    void shouldReadWhatItWrote() {
        price.become(Symbols.pack("EURUSD"), Side.ASK, -5, 7, 11, 13);
        price.write(bytes);

        SidedPrice read = new SidedPrice();
        read.read(bytes);
        assertThat(read.symbol()).isEqualTo(0x4453_5552_5545L);
        assertThat(read.side()).isEqualTo(Side.ASK);
        assertThat(read.priceTicks()).isEqualTo(-5);
        assertThat(read.quantity()).isEqualTo(7);
        assertThat(read.intendedNs()).isEqualTo(11);
        assertThat(read.sentNs()).isEqualTo(13);
    }

    @Test
    void shouldRefuseASideThatIsNone() {
        price.write(bytes);
        bytes[8] = 2;
        assertThatThrownBy(() -> price.read(bytes)).hasMessage("side must be 0 or 1: side=2");
    }

    @Test
    void shouldRefuseNamesThatDoNotFit() {
        assertThatThrownBy(() -> Symbols.pack("NINECHARS"))
                .hasMessage("symbol must have 1 to 8 characters: symbol=NINECHARS");
        assertThatThrownBy(() -> Symbols.pack("")).hasMessage("symbol must have 1 to 8 characters: symbol=");
        assertThatThrownBy(() -> Symbols.pack("EUR USD")).hasMessage("symbol must be visible ASCII: symbol=EUR USD");
    }
}
