package io.straggler.fleet.spark;

import io.straggler.fleet.FirstReadings;
import io.straggler.fleet.ReducedRange;
import io.straggler.fleet.UnusableSourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

/**
 * What the third round writes of a range, in pieces that travel to where the recording is concluded, so that no machine has to hold more than one of them in memory:
 * first what became of the range, or why it could not be read, then its bytes. The file that they are read from lives as long as the task.
 */
final class Pieces implements Iterator<Tuple2<Pieces.Place, Serializable>> {
    private static final int PIECE_BYTES = 1 << 20;

    private final LongRecordings.Range range;
    private final InputStream in;
    private int number;
    private Tuple2<Place, Serializable> next;

    /**
     * Where a piece stands; in order of the recording.
     *
     * @param recording the number of its recording
     * @param range the number of its range
     * @param number of the piece in the range
     */
    record Place(int recording, int range, int number) implements Comparable<Place>, Serializable {
        private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::recording)
                .thenComparingInt(Place::range)
                .thenComparingInt(Place::number);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private Pieces(LongRecordings.Range range, Serializable became, InputStream in) {
        this.range = range;
        this.in = in;
        this.next = piece(became);
    }

    /** Reads a range, in a task of Spark. */
    static Pieces of(LongRecordings.Range range, Reading reading, FirstReadings first) throws IOException {
        Path folder = Files.createTempDirectory("straggler-fleet-");
        TaskCompletionListener atEnd = context -> deleted(folder);
        TaskContext.get().addTaskCompletionListener(atEnd);
        Path to = folder.resolve("range.jfr");
        Outcome<ReducedRange> outcome = Outcome.of(
                asked -> Reading.read(
                        asked.source(),
                        asked.chunks(),
                        (file, chunks) -> reading.ranges()
                                .reduce(file, chunks, first, asked.source().name(), to)),
                range);
        return outcome.isProblem()
                ? new Pieces(range, outcome.problem(), InputStream.nullInputStream())
                : new Pieces(range, outcome.value(), Files.newInputStream(to));
    }

    private static void deleted(Path folder) {
        try {
            Reading.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Tuple2<Place, Serializable> piece(Serializable value) {
        return new Tuple2<>(new Place(range.recording(), range.number(), number++), value);
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Tuple2<Place, Serializable> next() {
        if (next == null) {
            throw new NoSuchElementException();
        }
        Tuple2<Place, Serializable> piece = next;
        try {
            byte[] bytes = in.readNBytes(PIECE_BYTES);
            if (bytes.length > 0) {
                next = piece(bytes);
            } else {
                next = null;
                in.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return piece;
    }

    /**
     * Puts the pieces of one recording together.
     *
     * @param pieces in order
     * @param to a new file
     * @return what became of each range
     * @throws UnusableSourceException if one could not be read
     */
    static List<ReducedRange> join(Iterator<Tuple2<Place, Serializable>> pieces, Path to)
            throws IOException, UnusableSourceException {
        List<ReducedRange> ranges = new ArrayList<>();
        try (OutputStream out = Files.newOutputStream(to)) {
            while (pieces.hasNext()) {
                Serializable piece = pieces.next()._2();
                if (piece instanceof byte[] bytes) {
                    out.write(bytes);
                } else if (piece instanceof ReducedRange range) {
                    ranges.add(range);
                } else if (piece instanceof Outcome.Problem problem) {
                    if (problem.passing()) {
                        throw new IOException(problem.why());
                    }
                    throw new UnusableSourceException(problem.why(), null);
                } else {
                    throw new IllegalStateException("piece must be bytes, a range or a problem: piece=" + piece);
                }
            }
        }
        return ranges;
    }
}
