package io.straggler.selftest.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectionSiteTest {
    private static final List<String> EVENTS = new ArrayList<>();

    @TempDir
    private Path folder;

    private InjectionSite site;

    @BeforeEach
    void begin() {
        EVENTS.clear();
        site = new InjectionSite(new Cores(OptionalInt.empty(), List.of()), folder);
    }

    /** Opens two things, and makes a file. */
    public static final class Complete extends Fixture {
        public Complete(InjectionSite site) throws IOException {
            super(site);
            EVENTS.add("made");
            closing(() -> EVENTS.add("first closed"));
            closing(() -> EVENTS.add("second closed"));
            Files.createDirectories(newFolder("complete").resolve("below/deep"));
        }
    }

    /** Lacks something when it has opened something else. */
    @Fixture.Needs("a miracle")
    public static final class Lacking extends Fixture {
        public Lacking(InjectionSite site) throws IOException {
            super(site);
            EVENTS.add("tried");
            closing(() -> EVENTS.add("closed"));
            newFolder("lacking");
            throw new IOException("none today");
        }
    }

    /** Broken in a way that is no machine's fault. */
    public static final class Broken extends Fixture {
        public Broken(InjectionSite site) {
            super(site);
            throw new UnsupportedOperationException("test");
        }
    }

    @Test
    void shouldMakeAFixtureOnceAndCloseWhatItOpenedTheLastFirst() throws Exception {
        assertThat(site.fixture(Complete.class)).isSameAs(site.fixture(Complete.class));
        assertThat(folder.resolve("complete/below/deep")).isDirectory();

        site.close();

        assertThat(EVENTS).containsExactly("made", "second closed", "first closed");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldCloseWhatWasOpenedBeforeSomethingWasLacking() throws Exception {
        site.fixture(Complete.class);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> site.fixture(Lacking.class))
                    .isInstanceOf(ImpossibleException.class)
                    .hasMessage("needs a miracle: none today");
        }

        assertThat(EVENTS).containsExactly("made", "tried", "closed");
        assertThat(folder.resolve("lacking")).doesNotExist();
        assertThat(folder.resolve("complete")).isDirectory();
    }

    @Test
    void shouldNotTakeAMistakeForAMachineThatLacksSomething() {
        assertThatIllegalStateException()
                .isThrownBy(() -> site.fixture(Broken.class))
                .withMessage("a fixture must be made: type=" + Broken.class)
                .withCauseInstanceOf(UnsupportedOperationException.class);
    }
}
