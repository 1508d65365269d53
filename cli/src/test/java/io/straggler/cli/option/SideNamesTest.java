package io.straggler.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SideNamesTest {
    private static SideNames parsed(String... arguments) {
        return CommandLine.populateCommand(new SideNames(), arguments);
    }

    @Test
    void shouldUseTheNamesThatAreGiven() {
        SideNames names = parsed("--names", "before, after");
        names.requireSound();
        assertThat(names.orElse("Old", "New")).containsExactly("before", "after");
        assertThat(names.ofPlaces("runs/one", "runs/two")).containsExactly("before", "after");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "before",
                "a,b,c",
                "same,same",
                ",after",
                "before,",
                "x,01234567890123456789012345678901234567890"
            })
    void shouldRefuseWhatTellsNoTwoSidesApart(String given) {
        SideNames names = parsed("--names", given);
        assertThatThrownBy(names::requireSound)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--names=" + given + ": must be two different names");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "straggler-runs/before | straggler-runs/after | before | after",
                "days/monday,days/tuesday | wednesday | monday,tuesday | wednesday",
                "old.hlog | new.hlog | old.hlog | new.hlog",
                "one/run | two/run | A | B",
                "straggler-runs/Spike-20261121-235612 | straggler-runs/Spike-20261122-000412 | A | B",
                "a-folder-with-quite-a-long-name | after | A | B",
                "/ | after | A | B"
            })
    void shouldNameThePlacesOnlyIfSomebodyNamedThem(String a, String b, String nameA, String nameB) {
        assertThat(parsed().ofPlaces(a, b)).containsExactly(nameA, nameB);
    }

    @Test
    void shouldTellTasksOfTheSameNameApartByTheirLetters() {
        assertThat(parsed().orElse("Old", "New")).containsExactly("Old", "New");
        assertThat(parsed().orElse("Task", "Task")).containsExactly("A", "B");
    }
}
