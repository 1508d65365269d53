package io.straggler.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.anyrecording.FilledFolder.Filling;
import io.straggler.model.text.LineWidth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AttachProgressTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nowNs = 7 * SECOND_NS;

    private AttachProgress progress(boolean terminal, int columns) {
        PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new AttachProgress(err, terminal, () -> LineWidth.of(columns), () -> nowNs, 60 * SECOND_NS);
    }

    private String after(AttachProgress progress, long ns, Filling state) {
        bytes.reset();
        nowNs += ns;
        progress.show(state);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldShowWhatIsWaitedForAndHowLong() {
        AttachProgress progress = progress(true, 200);
        assertThat(after(progress, 100, Filling.NOT_COUNTING))
                .isEqualTo(
                        "\r\033[Kno call counts yet: 0 s of at most 30 s, until the JVM's compilers are quiet: the agent"
                                + " changed classes, or the program is young");
        assertThat(after(progress, SECOND_NS / 2, Filling.NOT_COUNTING)).isEmpty();
        assertThat(after(progress, 8 * SECOND_NS, Filling.NOT_COUNTING))
                .startsWith("\r\033[Kno call counts yet: 8 s of at most 30 s");
        assertThat(after(progress, SECOND_NS, Filling.COUNTING)).isEqualTo("\r\033[Kmeasuring: 0 s of 60 s");
        assertThat(after(progress, 61 * SECOND_NS, Filling.COUNTING)).isEqualTo("\r\033[Kmeasuring: 60 s of 60 s");
        assertThat(after(progress, SECOND_NS, Filling.OVER)).isEmpty();
        bytes.reset();
        progress.clear();
        assertThat(bytes).hasToString("\r\033[K");
    }

    @Test
    void shouldStayOnOneLine() {
        assertThat(after(progress(true, 60), 0, Filling.NOT_COUNTING))
                .hasSize("\r\033[K".length() + 60)
                .contains("0 s of at most 30 s");
    }

    @Test
    void shouldSayElsewhereOnlyThatItTookLong() {
        AttachProgress progress = progress(false, 80);
        assertThat(after(progress, 12 * SECOND_NS, Filling.NOT_COUNTING)).isEmpty();
        assertThat(after(progress, SECOND_NS, Filling.COUNTING).strip())
                .isEqualTo("calls count from now on, 13 s after the agent came");
        assertThat(after(progress, SECOND_NS, Filling.COUNTING)).isEmpty();

        AttachProgress quick = progress(false, 80);
        assertThat(after(quick, 3 * SECOND_NS, Filling.COUNTING)).isEmpty();
        progress.clear();
        assertThat(bytes).hasToString("");
    }
}
