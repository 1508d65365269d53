package io.straggler.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page on this module compiles, and says of each attribute what it is. */
class JUnitDocumentationTest {
    private static final Path PAGE =
            Path.of("").toAbsolutePath().getParent().getParent().resolve("docs/guide/junit.md");

    @TempDir
    private Path scratch;

    @Test
    void shouldShowCodeThatCompiles() throws IOException {
        List<String> blocks = Pattern.compile("(?ms)^```java\\n(.*?)^```")
                .matcher(Files.readString(PAGE))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (String source : blocks) {
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            boolean compiled = ToolProvider.getSystemJavaCompiler()
                    .getTask(
                            null,
                            null,
                            problems,
                            List.of("-d", scratch.toString(), "-proc:none"),
                            null,
                            List.of(file(source)))
                    .call();
            assertThat(compiled).as("%s", problems.getDiagnostics()).isTrue();
        }
    }

    @Test
    void shouldDescribeEachAttributeWithItsDefaultAndUnderstandEachLimit() throws IOException {
        String page = Files.readString(PAGE);
        for (Method attribute : PacedTest.class.getDeclaredMethods()) {
            String value = attribute.getDefaultValue() instanceof String text ? "`" + text + "`" : "none";
            assertThat(page).containsPattern("\\| `" + attribute.getName() + "` \\|.*\\| " + value + " \\|");
        }
        List<String> limits = Pattern.compile("[\"`]((p[0-9.]+|outliers|excess) < [^\"`]+)[\"`]")
                .matcher(page)
                .results()
                .map((MatchResult limit) -> limit.group(1))
                .toList();
        assertThat(limits).hasSizeGreaterThanOrEqualTo(6).allSatisfy(io.straggler.gate.Gate::limit);
    }

    private static JavaFileObject file(String source) {
        Matcher name = Pattern.compile("package ([\\w.]+);.*?class (\\w+)", Pattern.DOTALL)
                .matcher(source);
        assertThat(name.find()).isTrue();
        String path = name.group(1).replace('.', '/') + "/" + name.group(2) + ".java";
        return new SimpleJavaFileObject(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
    }
}
