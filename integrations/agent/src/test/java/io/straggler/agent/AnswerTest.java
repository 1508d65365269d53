package io.straggler.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AnswerTest {
    private static Answer passedOn(Answer answer) {
        return Answer.read(answer.toString());
    }

    @Test
    void shouldBeAFolderOrARefusalBehindAClassLoaderToo() {
        Answer folder = passedOn(Answer.done(Path.of("runs", "a!b")));
        assertThat(folder.folder()).contains(Path.of("runs", "a!b"));
        assertThat(folder.refusal()).isEmpty();

        Answer refusal = passedOn(Answer.refused("Straggler is not attached."));
        assertThat(refusal.refusal()).contains("Straggler is not attached.");
        assertThat(refusal.folder()).isEmpty();

        Answer nothing = passedOn(Answer.done());
        assertThat(nothing.folder()).isEmpty();
        assertThat(nothing.refusal()).isEmpty();
    }

    /** The command line and the profiler for JMH read this form. */
    @Test
    void shouldPutAnExclamationMarkInFrontOfARefusal() {
        assertThat(Answer.refused("No.")).hasToString("!No.");
        assertThat(Answer.done(Path.of("run"))).hasToString("run");
        assertThat(Answer.done()).hasToString("");
    }
}
