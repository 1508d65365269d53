package io.straggler.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.selftest.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthsTest {
    @TempDir
    private Path scratch;

    @Test
    void shouldReadWhatItWrote() throws IOException {
        Truths truths = new Truths(
                -42,
                Map.of(Fault.HOG, "needs \"threads\""),
                Map.of(Fault.PARK, "com.acme.Task.take"),
                List.of(
                        new Truth(
                                Long.MAX_VALUE - 5,
                                Fault.STOPPED,
                                1,
                                2,
                                3,
                                Map.of(Fault.STOPPED, 9L, Fault.SLOW_CODE, 4L)),
                        new Truth(7, Fault.PLACEBO, 1, 2, 3, Map.of())));
        Path file = scratch.resolve("truth.json");

        truths.write(file);

        assertThat(Truths.read(file)).isEqualTo(truths);
    }

    @Test
    void shouldRefuseWhatIsCutOff() throws IOException {
        Path file = scratch.resolve("truth.json");
        new Truths(1, Map.of(), Map.of(), List.of(new Truth(7, Fault.GC, 1, 2, 3, Map.of(Fault.GC, 5L)))).write(file);
        String whole = Files.readString(file);

        for (int length : new int[] {0, 1, 20, whole.length() / 2, whole.length() - 3}) {
            Files.writeString(file, whole.substring(0, length));
            assertThatThrownBy(() -> Truths.read(file))
                    .as(whole.substring(0, length))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("truth.json must ")
                    .hasMessageEndingWith(": file=" + file);
        }
    }

    @Test
    void shouldRefuseFaultsThatItDoesNotKnow() throws IOException {
        Path file = scratch.resolve("truth.json");
        Files.writeString(
                file, "{\"schemaVersion\":1,\"seed\":1,\"impossible\":{\"rain\":\"x\"},\"places\":{},\"labelled\":[]}");

        assertThatThrownBy(() -> Truths.read(file)).hasMessage("truth.json must be complete JSON: file=" + file);
    }

    @Test
    void shouldGiveEveryFaultAnIdOfItsOwn() {
        for (Fault fault : Fault.values()) {
            assertThat(Fault.ofId(fault.id())).isSameAs(fault);
        }
        assertThat(Fault.TIME_TO_SAFEPOINT.id()).isEqualTo("time-to-safepoint");
    }
}
