package io.straggler.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.straggler.diagnosis.budget.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RemedyTest {
    /** Time of which there is nothing to mend, or nothing known; hiccups only predictions remove. */
    private static final Set<Cause> WITHOUT = EnumSet.of(
            Cause.BLOCKED,
            Cause.CAPTURE,
            Cause.USUAL_WORK,
            Cause.CULPRITS,
            Cause.INHERITED,
            Cause.NOT_SEEN,
            Cause.UNEXPLAINED,
            Cause.HICCUP);

    @Test
    void shouldBeKnownOfEachCauseThatCanBeMended() {
        assertThat(Cause.values())
                .allSatisfy(cause ->
                        assertThat(Remedy.of(cause).isEmpty()).as(cause.label()).isEqualTo(WITHOUT.contains(cause)));
    }

    @Test
    void shouldBeInTheGuideAsItIsOnThePage() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "guide", "causes.md"));
        assertThat(Cause.values()).filteredOn(cause -> !WITHOUT.contains(cause)).allSatisfy(cause -> {
            Remedy remedy = Remedy.of(cause).orElseThrow();
            String proof = remedy.proof().isEmpty() ? "" : " Try `" + remedy.proof() + "`.";
            assertThat(guide).contains("\n## " + cause.label() + "\n\n" + remedy.what() + proof + "\n");
        });
    }
}
