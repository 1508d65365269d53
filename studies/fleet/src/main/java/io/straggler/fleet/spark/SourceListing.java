package io.straggler.fleet.spark;

import io.straggler.jfr.chunk.RecordingFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds recordings below what the user names, on any file system that Hadoop knows. Folders and recordings that links lead to a second time are passed
 * over: the first name counts. For one use.
 */
final class SourceListing {
    private static final Set<String> OF_A_RUN = Set.of("run.json", "latency.hlog", "recording.jfr");

    private final Configuration configuration;
    private final Set<String> seen = new HashSet<>();
    private final TreeMap<String, Source> found = new TreeMap<>();
    private long otherFiles;

    /** @param without a folder that is passed over: the results */
    SourceListing(Configuration configuration, Path without) throws IOException {
        this.configuration = configuration;
        isNew(FileSystems.of(without, configuration).makeQualified(without));
    }

    /**
     * Adds what a path or a pattern stands for.
     *
     * @throws IllegalArgumentException if that is nothing
     */
    void add(String asked) throws IOException {
        Path path = new Path(asked);
        FileSystem files = FileSystems.of(path, configuration);
        FileStatus[] matches = files.globStatus(path);
        if (matches == null || matches.length == 0) {
            throw new IllegalArgumentException("There is no such folder or recording: " + asked);
        }
        for (FileStatus match : matches) {
            if (match.isDirectory()) {
                addFolder(files, match.getPath());
            } else {
                addFile(match);
            }
        }
    }

    private void addFolder(FileSystem files, Path folder) throws IOException {
        if (!isNew(folder)) {
            return;
        }
        FileStatus[] entries = entries(files, folder);
        List<FileStatus> ofRun = Arrays.stream(entries)
                .filter(entry ->
                        entry.isFile() && OF_A_RUN.contains(entry.getPath().getName()))
                .toList();
        if (ofRun.stream().anyMatch(entry -> entry.getPath().getName().equals("run.json"))) {
            put(new Source(
                    folder.toString(),
                    true,
                    ofRun.stream().mapToLong(FileStatus::getLen).sum(),
                    ofRun.stream()
                            .mapToLong(FileStatus::getModificationTime)
                            .max()
                            .orElse(0)));
            return;
        }
        for (FileStatus entry : entries) {
            if (entry.isDirectory()) {
                addFolder(files, entry.getPath());
            } else if (RecordingFiles.namesOne(entry.getPath().getName())) {
                addFile(entry);
            } else {
                otherFiles++;
            }
        }
    }

    /** Whether nothing of that has been found by another name. Only file systems of this machine have links. */
    private boolean isNew(Path path) throws IOException {
        String place = path.toString();
        if (place.startsWith("file:/")) {
            java.nio.file.Path local = java.nio.file.Path.of(path.toUri().getPath());
            place = Files.exists(local) ? local.toRealPath().toString() : local.toString();
        }
        return seen.add(place);
    }

    private static FileStatus[] entries(FileSystem files, Path folder) throws IOException {
        try {
            FileStatus[] entries = files.listStatus(folder);
            Arrays.sort(entries, Comparator.comparing(FileStatus::getPath));
            return entries;
        } catch (FileNotFoundException e) {
            return new FileStatus[0]; // Deleted since its parent was listed.
        }
    }

    private void addFile(FileStatus file) throws IOException {
        if (!isNew(file.getPath())) {
            return;
        }
        put(new Source(file.getPath().toString(), false, file.getLen(), file.getModificationTime()));
    }

    private void put(Source source) {
        found.put(source.place(), source);
    }

    /** Each recording once, in order of their addresses. */
    List<Source> sources() {
        return new ArrayList<>(found.values());
    }

    /** How many files were passed over. */
    long otherFiles() {
        return otherFiles;
    }
}
