package io.straggler.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.straggler.sampler.linux.FakeSystem;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingTableTest {
    private static final List<Finding> FINDINGS = List.of(
            Finding.ok("swap", "off", "No page of the heap is ever fetched from disk."),
            Finding.warning(
                    "CPU throttling",
                    "37 of 400 periods throttled, 812 ms in all",
                    "The quota has stopped it: raise it."));

    @Test
    void shouldAlignTheColumnsAndWrapTheLast() {
        assertThat(FindingTable.plain(66).render(FINDINGS)).isEqualTo("""
                ok       swap            off
                                         No page of the heap is ever fetched from
                                         disk.
                warning  CPU throttling  37 of 400 periods throttled, 812 ms in
                                         all
                                         The quota has stopped it: raise it.
                """);
    }

    @Test
    void shouldColourOnlyTheLevels() {
        String coloured = FindingTable.coloured(90).render(FINDINGS);

        assertThat(coloured)
                .startsWith("\u001b[32mok     \u001b[0m  swap ")
                .contains("\u001b[33mwarning\u001b[0m  CPU");
        assertThat(coloured.replaceAll("\u001b\\[[0-9]*m", ""))
                .isEqualTo(FindingTable.plain(90).render(FINDINGS));
    }

    @Test
    void shouldKeepEveryLineWithinTheWidth(@TempDir Path root) {
        List<Finding> findings = Doctor.examine(FakeSystem.wellKept(root).files(), FakeProcess.with(1));

        for (int width : new int[] {80, 100, 160}) {
            assertThat(FindingTable.plain(width).render(findings).lines())
                    .allMatch(line -> line.length() <= width && line.equals(line.stripTrailing()));
        }
    }

    @Test
    void shouldCutLongWordsAndShowControlCharactersAsText() {
        Finding hostile = Finding.note("turbo", "\u001b[31m" + "x".repeat(70), "Odd.");

        String table = FindingTable.plain(80).render(List.of(hostile));

        assertThat(table)
                .isEqualTo("note  turbo  ?[31m" + "x".repeat(62) + "\n" + " ".repeat(13) + "x".repeat(8) + "\n"
                        + " ".repeat(13) + "Odd.\n");
    }

    @Test
    void shouldRefuseAWidthWithoutRoom() {
        assertThatThrownBy(() -> FindingTable.plain(59))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("width must be at least 60: width=59");
    }
}
