package io.straggler.fleet.spark;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.VersionInfo;
import org.apache.spark.SparkEnv;
import org.apache.spark.deploy.SparkHadoopUtil;

/** The file systems that users name: those of Hadoop's client, and whatever else lies on the class path. */
final class FileSystems {
    /** Libraries with the classes of file systems that Hadoop knows by name, and that Spark comes without. */
    private static final Map<String, String> LIBRARIES =
            Map.of("s3a", "hadoop-aws", "abfs", "hadoop-azure", "abfss", "hadoop-azure", "gs", "hadoop-gcp");

    private FileSystems() {}

    /**
     * The file system of an address.
     *
     * @throws IllegalArgumentException if there are no classes for it, with what to do
     */
    static FileSystem of(Path path, Configuration configuration) throws IOException {
        try {
            return path.getFileSystem(configuration);
        } catch (UnsupportedFileSystemException e) {
            throw missing(path.toUri().getScheme(), e);
        } catch (RuntimeException e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                throw missing(path.toUri().getScheme(), e);
            }
            throw e;
        } catch (LinkageError e) {
            throw missing(path.toUri().getScheme(), e);
        }
    }

    /** Returns the file system within a task, with the driver's {@code spark.hadoop.*}. */
    static FileSystem inTask(Path path) throws IOException {
        return of(path, SparkHadoopUtil.get().newConfiguration(SparkEnv.get().conf()));
    }

    private static IllegalArgumentException missing(String scheme, Throwable cause) {
        if (scheme.equals("s3") || scheme.equals("s3n")) {
            return new IllegalArgumentException("Write s3a:// for " + scheme + "://.", cause);
        }
        String library = LIBRARIES.get(scheme);
        String jars = library == null
                ? "the jars of a file system for it"
                : library + "-" + VersionInfo.getVersion() + ".jar and what it depends on";
        return new IllegalArgumentException(
                scheme + ":// needs classes that Spark comes without (" + reason(cause) + "): put " + jars
                        + " into the folder lib beside straggler-fleet.jar, or after --jars of spark-submit.",
                cause);
    }

    private static String reason(Throwable cause) {
        Throwable deepest = cause;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage()).lines().findFirst().orElse("");
    }
}
