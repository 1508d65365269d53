package io.straggler.cli.attach;

import io.straggler.RunFolder;
import io.straggler.anyrecording.FilledFolder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Files that a program and {@code attach} both read or write: the agent, its answers, and the run folder. */
interface AgentFiles extends Closeable {
    /** A file for one answer of the agent. Closing deletes it. */
    interface AnswerFile extends Closeable {
        /** Path as the program sees it. */
        String there();

        /** Text that the agent has written. */
        String text() throws IOException;
    }

    /** Path of the agent as the program sees it. */
    String agent();

    AnswerFile newAnswer() throws IOException;

    /**
     * Path of the run folder that the program is to fill, as it sees that.
     *
     * @param wanted where the run folder is to be in the end, new or empty
     */
    String runFolder(Path wanted) throws IOException;

    /**
     * How far the program is with a run folder.
     *
     * @param there its path as the program sees it
     */
    FilledFolder.Filling state(String there) throws IOException;

    /**
     * The run folder, where this process can read and write it.
     *
     * @param there its path as the program sees it
     * @param wanted where it is to be if it is not there
     */
    RunFolder brought(String there, Path wanted) throws IOException;
}
