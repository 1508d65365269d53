package io.straggler.cli.attach;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of a program that has the same user and sees the same folders. */
final class SharedFiles implements AgentFiles {
    private final Path agent;

    /** @param agent absolute */
    SharedFiles(Path agent) {
        this.agent = agent;
    }

    @Override
    public String agent() {
        return agent.toString();
    }

    @Override
    public AnswerFile newAnswer() throws IOException {
        Path file = Files.createTempFile("straggler-answer-", ".txt");
        file.toFile().deleteOnExit();
        return new AnswerFile() {
            @Override
            public String there() {
                return file.toString();
            }

            @Override
            public String text() throws IOException {
                return Files.readString(file);
            }

            @Override
            public void close() throws IOException {
                Files.deleteIfExists(file);
            }
        };
    }

    @Override
    public String runFolder(Path wanted) {
        return wanted.toString();
    }

    @Override
    public FilledFolder.Filling state(String there) {
        return FilledFolder.state(new RunFolder(Path.of(there)));
    }

    @Override
    public RunFolder brought(String there, Path wanted) {
        return new RunFolder(Path.of(there));
    }

    @Override
    public void close() {
        // Whatever there was belongs to an answer.
    }
}
