package io.straggler.fleet.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hadoop's own client, without a network. */
@Timeout(60)
class FileSystemsTest {
    private static final Configuration CONFIGURATION = new Configuration();

    @ParameterizedTest
    @CsvSource({"s3a, hadoop-aws", "abfs, hadoop-azure", "gs, hadoop-gcp"})
    void shouldNameWhatAnObjectStoreNeeds(String scheme, String library) {
        assertThatThrownBy(() -> FileSystems.of(new Path(scheme + "://recordings/a"), CONFIGURATION))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .startsWith(scheme + ":// needs classes that Spark comes without (")
                .endsWith("): put " + library + "-" + VersionInfo.getVersion()
                        + ".jar and what it depends on into the folder lib beside straggler-fleet.jar,"
                        + " or after --jars of spark-submit.")
                .doesNotContain("\n");
    }

    @Test
    void shouldSayWhatIsMissingForAnyOtherAddress() {
        assertThatThrownBy(() -> FileSystems.of(new Path("tape://recordings/a"), CONFIGURATION))
                .hasMessage(
                        "tape:// needs classes that Spark comes without (No FileSystem for scheme \"tape\"): put the"
                                + " jars of a file system for it into the folder lib beside straggler-fleet.jar, or after --jars of"
                                + " spark-submit.");
        assertThatThrownBy(() -> FileSystems.of(new Path("s3://recordings/a"), CONFIGURATION))
                .hasMessage("Write s3a:// for s3://.");
    }

    @Test
    void shouldKnowTheFileSystemsOfHadoopsClient() throws IOException {
        assertThat(FileSystems.of(new Path("file:/tmp"), CONFIGURATION).getUri())
                .isEqualTo(URI.create("file:///"));
        assertThat(CONFIGURATION.getClassByNameOrNull("org.apache.hadoop.hdfs.DistributedFileSystem"))
                .isNotNull();
    }
}
