package io.straggler.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedPredictionsTest {
    @Test
    void shouldAddUpOverTrialsOnOneMachine() throws IOException {
        CheckedPredictions before = CheckedPredictions.ofThisMachine();
        before.plus(3, 2).keep();
        CheckedPredictions.ofThisMachine().plus(1, 1).keep();

        assertThat(CheckedPredictions.ofThisMachine())
                .isEqualTo(new CheckedPredictions(before.checked() + 4, before.held() + 3));
    }

    @Test
    void shouldBeginAnewWhereTheFileIsOfAnotherMachineOrNone(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("predictions.json");
        assertThat(CheckedPredictions.read(file)).isEqualTo(new CheckedPredictions(0, 0));

        Files.writeString(file, "{\"schemaVersion\": 1, \"machine\": \"another\", \"checked\": 5, \"held\": 5}");
        assertThat(CheckedPredictions.read(file)).isEqualTo(new CheckedPredictions(0, 0));

        Files.writeString(file, "{\"schemaVersion\"");
        assertThat(CheckedPredictions.read(file)).isEqualTo(new CheckedPredictions(0, 0));
    }
}
