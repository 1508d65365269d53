package io.straggler.compare.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.compare.IncomparableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were cut off or altered anywhere are read, or refused in one line; nothing else. */
class DamagedFilesTest {
    private static final int DAMAGES = 250;
    private static final Selection SELECTION = new Selection(Optional.empty(), Optional.of(ValueUnit.US));

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(strings = {"jmh.json", "log"})
    void shouldReadOrRefuseWhateverWasDoneToAFile(String name) throws Exception {
        Path whole = name.equals("log")
                ? RecordedExamples.log(scratch.resolve(name), 1, 1_000, 4, "")
                : RecordedExamples.resource(name, scratch);
        byte[] bytes = Files.readAllBytes(whole);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < DAMAGES; i++) {
            Path file = Files.write(scratch.resolve("damaged"), damaged(bytes, random));
            try {
                RecordedSet set = RecordedExamples.read(SELECTION, file);
                assertThat(set.forks()).isNotEmpty();
            } catch (IncomparableException e) {
                assertThat(e.getMessage()).doesNotContain("\n").contains("damaged");
            }
        }
    }

    /** Cut off, or with a few bytes that are others. */
    private static byte[] damaged(byte[] bytes, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        byte[] altered = bytes.clone();
        for (int n = random.nextInt(1, 4); n > 0; n--) {
            altered[random.nextInt(altered.length)] = (byte) "0123456789.,-/ \n[]{}\"x%\0".charAt(random.nextInt(23));
        }
        return altered;
    }
}
