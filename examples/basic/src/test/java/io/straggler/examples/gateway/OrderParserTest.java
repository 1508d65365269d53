package io.straggler.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderParserTest {
    private final OrderParser parser = new OrderParser();

    @Test
    void shouldReadEachKindOfMessage() throws OrderFormatException {
        assertThat(parser.parse(bytes("N|O17|ABC|B|100|101.05")))
                .isEqualTo(new OrderRequest.New("O17", "ABC", Side.BUY, 100, 10_105));
        assertThat(parser.parse(bytes("C|O18|O17"))).isEqualTo(new OrderRequest.Cancel("O18", "O17"));
        assertThat(parser.parse(bytes("A|O19|O17|80|0.99"))).isEqualTo(new OrderRequest.Amend("O19", "O17", 80, 99));
    }

    @Test
    void shouldReadWhatTheWriterWroteWhateverTheValues() throws OrderFormatException {
        SplittableRandom random = new SplittableRandom(7);
        ByteBuffer buffer = ByteBuffer.allocate(128);
        AsciiWriter writer = new AsciiWriter(buffer);
        for (int i = 0; i < 10_000; i++) {
            long number = random.nextLong(1_000_000_000L);
            long quantity = random.nextLong(1L << random.nextInt(1, 39));
            long priceTicks = random.nextLong(1L << random.nextInt(1, 45));
            Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            writer.begin()
                    .code('N')
                    .tagged('O', number)
                    .text("XYZ")
                    .code(side.code())
                    .number(quantity)
                    .price(priceTicks)
                    .end();

            assertThat(parser.parse(buffer))
                    .isEqualTo(new OrderRequest.New("O" + number, "XYZ", side, quantity, priceTicks));
            assertThat(buffer.position()).isZero();
        }
    }

    @Test
    void shouldReadBetweenPositionAndLimitOnly() throws OrderFormatException {
        ByteBuffer buffer = bytes("###C|O18|O17###");
        buffer.position(3).limit(buffer.capacity() - 3);

        assertThat(parser.parse(buffer)).isEqualTo(new OrderRequest.Cancel("O18", "O17"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            '';                          'kind must be 1 to 20 printable characters: kind=, offset=0'
            X|O1;                        'kind must be N, C or A: kind=X, offset=0'
            N;                           'clientOrderId must be present: clientOrderId=, offset=1'
            N||ABC|B|1|1.00;             'clientOrderId must be 1 to 20 printable characters: clientOrderId=, offset=2'
            N|O 1|ABC|B|1|1.00;          'clientOrderId must be 1 to 20 printable characters: clientOrderId=O 1, offset=2'
            N|O1|ABC|X|1|1.00;           'side must be B or S: side=X, offset=9'
            N|O1|ABC||1|1.00;            'side must be B or S: side=, offset=9'
            N|O1|ABC|B|1x|1.00;          'quantity must be a whole number: quantity=1x, offset=11'
            N|O1|ABC|B|-1|1.00;          'quantity must be a whole number: quantity=-1, offset=11'
            N|O1|ABC|B|1234567890123|1.00; 'quantity must be a whole number: quantity=1234567890123, offset=11'
            N|O1|ABC|B|1;                'price must be present: price=, offset=12'
            N|O1|ABC|B|1|1;              'price must be a number with two decimals: price=1, offset=13'
            N|O1|ABC|B|1|.25;            'price must be a number with two decimals: price=.25, offset=13'
            N|O1|ABC|B|1|1.2.5;          'price must be a number with two decimals: price=1.2.5, offset=13'
            C|O2|O1|more;                'message must be over after its last field: message=|more, offset=7'
            """)
    void shouldNameFieldRuleAndOffsetWhenMalformed(String message, String expected) {
        assertThatThrownBy(() -> parser.parse(bytes(message)))
                .isInstanceOf(OrderFormatException.class)
                .hasMessage(expected);
    }

    @Test
    void shouldReadOrRefuseAnyBytes() {
        SplittableRandom random = new SplittableRandom(11);
        byte[] alphabet = "NCA|BS0123456789.O\u0000é".getBytes(StandardCharsets.ISO_8859_1);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] message = new byte[random.nextInt(40)];
            for (int at = 0; at < message.length; at++) {
                message[at] = alphabet[random.nextInt(alphabet.length)];
            }
            try {
                assertThat(parser.parse(ByteBuffer.wrap(message))).isNotNull();
            } catch (OrderFormatException expected) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(19_000);
    }

    private static ByteBuffer bytes(String message) {
        return ByteBuffer.wrap(message.getBytes(StandardCharsets.US_ASCII));
    }
}
