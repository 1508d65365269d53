package io.straggler.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comments name what they describe, so that each is understood without its neighbours. */
class CommentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    /** Largest share of comments without a head. Some sentences of that shape are good ones, so it is not zero. */
    private static final double MAX_SHARE = 0.03;

    private static final int SHOWN = 30;

    /** Javadoc, or a block of line comments. */
    private static final Pattern COMMENT =
            Pattern.compile("/\\*\\*([\\s\\S]*?)\\*/|^\\h*//([^\\n]*(?:\\n\\h*//[^\\n]*)*)", Pattern.MULTILINE);

    private static final Pattern LINE_START = Pattern.compile("\\n\\h*(\\*|//) ?");

    /** Beginnings and phrases of clauses whose noun is in another comment, or in the code. */
    private static final Pattern HEADLESS = Pattern.compile(
            "^(What|Of|As|By|For|In|Like|Beside|Beyond|With|To|Who|Whoever|Nobody|Those|That|Such|So|The same)\\b"
                    + "|\\bof (its|ours|theirs)\\b|\\bof which\\b|\\bso (many|much)\\b");

    @Test
    void shouldNameWhatTheyDescribe() throws IOException {
        int comments = 0;
        List<String> headless = new ArrayList<>();
        for (Path source : sources()) {
            Matcher matcher = COMMENT.matcher(Files.readString(source));
            while (matcher.find()) {
                String text = text(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
                comments += text.isEmpty() ? 0 : 1;
                if (HEADLESS.matcher(text).find()) {
                    headless.add(ROOT.relativize(source) + ": "
                            + text.lines().findFirst().orElse(""));
                }
            }
        }
        assertThat(comments).isGreaterThan(7_000);
        assertThat(headless.size())
                .as(String.join("\n", headless.subList(0, Math.min(SHOWN, headless.size())))
                        .replace("%", "%%"))
                .isLessThanOrEqualTo((int) (MAX_SHARE * comments));
    }

    /** The text before the first tag, without the marks at the beginnings of its lines. */
    private static String text(String comment) {
        String text = LINE_START.matcher(comment).replaceAll("\n").strip();
        int tag = text.startsWith("@") ? 0 : text.indexOf("@param");
        return tag < 0 ? text : text.substring(0, tag).strip();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> folders = Files.find(ROOT, 6, (path, attributes) -> path.endsWith("src/main/java"))) {
            List<Path> sources = new ArrayList<>();
            for (Path folder : folders.toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
            return sources;
        }
    }
}
