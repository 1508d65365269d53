package io.straggler.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTextTest {
    /** The same characters as on the page: ModulesTest has the same list. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000", "001B", "007F", "0085", "00AD", "034F", "061C", "115F", "1160", "17B4", "17B5", "180B", "180E",
                        "180F", "200B",
                "200D", "202E", "2028", "2029", "2060", "2064", "2069", "206F", "3164", "D800", "DFFF", "FEFF", "FFA0",
                        "FFF9", "FFFB",
                "1BCA0", "1D173", "E0001", "E0041", "E007F"
            })
    void shouldWriteOutWhatCannotBeSeen(String hex) {
        assertThat(TerminalText.visible("a" + Character.toString(Integer.parseInt(hex, 16)) + "b"))
                .isEqualTo("a\u27E8" + hex + "\u27E9b");
    }

    @Test
    void shouldLeaveWhatCanBeSeenAsItIs() {
        String seen = "a\u00E4\u0301 \u00A0$_\uFF21\uD83D\uDE00\u2764\uFE0F\uD83C\uDFF4\uD835\uDC00";
        assertThat(TerminalText.visible(seen)).isEqualTo(seen);
    }
}
