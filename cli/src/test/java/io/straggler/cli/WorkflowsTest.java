package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The workflows and the action of this repository. */
class WorkflowsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern USES = Pattern.compile("(?m)^ *(?:- )?uses: (.*)$");
    private static final Pattern PINNED = Pattern.compile("[\\w-]+/[\\w-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+");
    private static final Pattern PART_OF_WORKFLOW = Pattern.compile("(?m)run: \\.ci/run (\\w+) ");
    private static final Pattern PART_OF_SCRIPT = Pattern.compile("(?m)^    (\\w+)\\)$");

    /** A tag can be moved to another commit. */
    @Test
    void shouldPinEveryActionToACommitAndSayItsVersion() throws IOException {
        List<String> used = new ArrayList<>();
        for (Path file : workflows()) {
            used.addAll(all(USES, file));
        }

        assertThat(used).isNotEmpty().allMatch(action -> PINNED.matcher(action).matches());
    }

    @Test
    void shouldRunEveryPartInAJob() throws IOException {
        Set<String> inJobs = new TreeSet<>(all(PART_OF_WORKFLOW, ROOT.resolve(".github/workflows/build.yml")));

        assertThat(inJobs).isNotEmpty().isEqualTo(new TreeSet<>(all(PART_OF_SCRIPT, ROOT.resolve(".ci/run"))));
    }

    private static List<Path> workflows() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(".github/workflows"))) {
            return Stream.concat(files, Stream.of(ROOT.resolve("action.yml"))).collect(Collectors.toList());
        }
    }

    private static List<String> all(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toList());
    }
}
