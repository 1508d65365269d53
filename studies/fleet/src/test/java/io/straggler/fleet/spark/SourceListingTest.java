package io.straggler.fleet.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hadoop's own file system of this machine. */
@Timeout(60)
class SourceListingTest {
    @TempDir
    private Path directory;

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, name);
    }

    private List<String> names(Path... asked) throws IOException {
        SourceListing listing = new SourceListing(
                new Configuration(),
                new org.apache.hadoop.fs.Path(directory.resolve("tables").toUri()));
        for (Path one : asked) {
            listing.add(one.toUri().toString());
        }
        return listing.sources().stream()
                .map(source -> directory.relativize(Path.of(source.name())).toString())
                .toList();
    }

    /** Two links in folders of each other double the ways at each level: without a mark there is no end. */
    @Test
    void shouldFollowNoLinkTwice() throws IOException {
        file("a/one.jfr");
        file("b/run/run.json");
        Files.createSymbolicLink(directory.resolve("a/again"), directory);
        Files.createSymbolicLink(directory.resolve("b/self"), Path.of("."));
        Files.createSymbolicLink(directory.resolve("b/latest"), Path.of("run"));
        Files.createSymbolicLink(directory.resolve("b/copy.jfr"), directory.resolve("a/one.jfr"));
        Files.createSymbolicLink(directory.resolve("b/nowhere.jfr"), directory.resolve("gone.jfr"));
        Files.createSymbolicLink(directory.resolve("b/round.jfr"), directory.resolve("b/round.jfr"));

        assertThat(names(directory, directory.resolve("b"))).containsExactly("a/one.jfr", "b/latest");
    }

    @Test
    void shouldFindRecordingsThatAreCompressed() throws IOException {
        for (String name : List.of("1.jfr", "2.jfr.gz", "3.jfr.zip", "4.jfr.lz4", "5.hlog.gz", "6.jfr.gz.part")) {
            file(name);
        }

        assertThat(names(directory)).containsExactly("1.jfr", "2.jfr.gz", "3.jfr.zip", "4.jfr.lz4");
    }

    @Test
    void shouldPassOverItsOwnResultsUnderAnyName() throws IOException {
        file("tables/results/part.jfr");
        file("one.jfr");
        Files.createSymbolicLink(directory.resolve("old"), directory.resolve("tables"));

        assertThat(names(directory)).containsExactly("one.jfr");
    }
}
