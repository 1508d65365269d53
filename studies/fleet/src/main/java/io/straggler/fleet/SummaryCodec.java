package io.straggler.fleet;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.flamegraph.json.JsonNames;
import io.straggler.harness.series.LatencyPeriods;
import io.straggler.harness.series.SeriesRecorder;
import io.straggler.model.FrameKind;
import io.straggler.model.LatencyCounts;
import io.straggler.model.StackFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;

/**
 * A summary as bytes: a version, and then, deflated, its parts in order, big-endian. Equal summaries have equal bytes. Histograms are in HdrHistogram's
 * second format; names of causes are words, so that a cause may be added without a new version; other names and frames come once, in a table in front.
 */
public final class SummaryCodec {
    private static final Map<String, Cause> CAUSES =
            Arrays.stream(Cause.values()).collect(Collectors.toUnmodifiableMap(JsonNames::of, Function.identity()));

    private SummaryCodec() {}

    /** Encodes; the summary stays as it is. */
    public static byte[] encode(Summary summary) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(Summary.VERSION);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes, deflater))) {
            new Writing(out).write(summary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /**
     * Decodes.
     *
     * @throws IllegalArgumentException if it is no summary of this version
     */
    public static Summary decode(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != Summary.VERSION) {
            throw new IllegalArgumentException("summary must have version " + Summary.VERSION + ": version="
                    + (bytes.length == 0 ? "none" : Byte.toString(bytes[0])));
        }
        try (DataInputStream in =
                new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1)))) {
            return new Reading(in).read();
        } catch (IOException e) {
            throw new IllegalArgumentException("summary must be whole: bytes=" + bytes.length, e);
        }
    }

    /** Latencies in HdrHistogram's second format, compressed: any tool of that library reads it. */
    public static byte[] histogram(LatencyCounts latencies) {
        Histogram histogram = SeriesRecorder.newHistogram();
        addTo(histogram, latencies);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Arrays.copyOf(buffer.array(), length);
    }

    static void addTo(Histogram histogram, LatencyCounts latencies) {
        for (int i = 0; i < latencies.counts().length; i++) {
            histogram.recordValueWithCount(latencies.valuesNs()[i], latencies.counts()[i]);
        }
    }

    private static final class Writing {
        private final DataOutputStream out;
        private final Map<Object, Integer> known = new LinkedHashMap<>();

        private Writing(DataOutputStream out) {
            this.out = out;
        }

        private void write(Summary summary) throws IOException {
            out.writeInt(summary.totals.byName.size());
            for (Map.Entry<String, Long> total : summary.totals.byName.entrySet()) {
                name(total.getKey());
                out.writeLong(total.getValue());
            }
            write(summary.latencies);
            out.writeInt(summary.causes.size());
            for (Map.Entry<Cause, long[]> cause : summary.causes.entrySet()) {
                name(JsonNames.of(cause.getKey()));
                write(cause.getValue());
            }
            write(summary.places);
            write(summary.sites);
            write(summary.facts);
            write(summary.stacks);
            write(summary.times);
            write(summary.slices);
            write(summary.sources);
            out.writeInt(summary.removed.size());
            for (Map.Entry<Cause, Summary.Change> removed : summary.removed.entrySet()) {
                name(JsonNames.of(removed.getKey()));
                write(removed.getValue().before());
                write(removed.getValue().after());
            }
            out.writeInt(summary.worst.size());
            for (Worst worst : summary.worst) {
                out.writeLong(worst.latencyNs());
                out.writeLong(worst.atEpochMs());
                name(worst.source());
                name(worst.host());
                name(worst.cause());
                name(worst.where());
            }
        }

        private void name(String name) throws IOException {
            if (number(name)) {
                byte[] letters = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                out.writeInt(letters.length);
                out.write(letters);
            }
        }

        private void frame(StackFrame frame) throws IOException {
            if (number(frame)) {
                name(frame.name());
                name(frame.kind().name());
            }
        }

        /** Whether it is new, and what it is has to follow. */
        private boolean number(Object what) throws IOException {
            Integer number = known.putIfAbsent(what, known.size());
            out.writeInt(number == null ? -1 : number);
            return number == null;
        }

        private void write(long[] values) throws IOException {
            for (long value : values) {
                out.writeLong(value);
            }
        }

        private void write(LatencyCounts counts) throws IOException {
            Histogram histogram = SeriesRecorder.newHistogram();
            addTo(histogram, counts);
            ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length = histogram.encodeIntoByteBuffer(buffer);
            out.writeInt(length);
            out.write(buffer.array(), 0, length);
        }

        private void write(KeyedSums sums) throws IOException {
            out.writeInt(sums.level());
            out.writeInt(sums.sums().size());
            for (Map.Entry<Key, long[]> sum : sums.sums().entrySet()) {
                name(sum.getKey().kind());
                name(sum.getKey().name());
                write(sum.getValue());
            }
        }

        /** Each node before its callees. */
        private void write(StackTree tree) throws IOException {
            out.writeInt(tree.deepest());
            TreeWalk walk = new TreeWalk(tree.root());
            while (walk.next()) {
                if (walk.depth() > 0) {
                    frame(walk.frame());
                }
                StackTree.Node node = walk.node();
                out.writeLong(node.selfNs);
                out.writeLong(node.samples);
                out.writeLong(node.cutNs);
                out.writeInt(node.callees.size());
            }
        }

        private void write(TimeBuckets times) throws IOException {
            out.writeInt(times.level());
            out.writeInt(times.buckets().size());
            for (Map.Entry<Long, long[]> bucket : times.buckets().entrySet()) {
                out.writeLong(bucket.getKey());
                out.writeLong(bucket.getValue()[0]);
                out.writeLong(bucket.getValue()[1]);
                causes(cause -> bucket.getValue()[2 + cause.ordinal()]);
            }
        }

        private void write(HostBlocks blocks) throws IOException {
            for (int block = 0; block < HostBlocks.BLOCKS; block++) {
                int at = block;
                out.writeLong(blocks.iterations(block));
                causes(cause -> blocks.ns(at, cause));
            }
        }

        private void causes(Function<Cause, Long> ns) throws IOException {
            List<Cause> some = Arrays.stream(Cause.values())
                    .filter(cause -> ns.apply(cause) != 0)
                    .toList();
            out.writeInt(some.size());
            for (Cause cause : some) {
                name(JsonNames.of(cause));
                out.writeLong(ns.apply(cause));
            }
        }
    }

    private static final class Reading {
        private final DataInputStream in;
        private final List<Object> known = new ArrayList<>();

        private Reading(DataInputStream in) {
            this.in = in;
        }

        private Summary read() throws IOException {
            Summary summary = new Summary();
            for (int left = in.readInt(); left > 0; left--) {
                summary.totals.add(name(), in.readLong());
            }
            summary.latencies = latencies();
            for (int left = in.readInt(); left > 0; left--) {
                summary.causes.put(cause(), longs(5));
            }
            read(summary.places, 2);
            read(summary.sites, 4);
            read(summary.facts, 1);
            read(summary.stacks);
            read(summary.times);
            read(summary.slices);
            read(summary.sources);
            for (int left = in.readInt(); left > 0; left--) {
                summary.removed.put(cause(), new Summary.Change(latencies(), latencies()));
            }
            for (int left = in.readInt(); left > 0; left--) {
                summary.worst.add(new Worst(in.readLong(), in.readLong(), name(), name(), name(), name()));
            }
            return summary;
        }

        private String name() throws IOException {
            int number = in.readInt();
            if (number >= 0) {
                return (String) known.get(number);
            }
            String name = new String(in.readNBytes(in.readInt()), java.nio.charset.StandardCharsets.UTF_8);
            known.add(name);
            return name;
        }

        private StackFrame frame() throws IOException {
            int number = in.readInt();
            if (number >= 0) {
                return (StackFrame) known.get(number);
            }
            int place = known.size();
            known.add(null);
            StackFrame frame = new StackFrame(name(), FrameKind.valueOf(name()));
            known.set(place, frame);
            return frame;
        }

        private Cause cause() throws IOException {
            String word = name();
            Cause cause = CAUSES.get(word);
            if (cause == null) {
                throw new IOException("cause must be a known one: cause=" + word);
            }
            return cause;
        }

        private long[] longs(int count) throws IOException {
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                values[i] = in.readLong();
            }
            return values;
        }

        private LatencyCounts latencies() throws IOException {
            Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(in.readNBytes(in.readInt())), 0);
            return LatencyPeriods.counts(histogram);
        }

        private void read(KeyedSums sums, int width) throws IOException {
            sums.raise(in.readInt());
            for (int left = in.readInt(); left > 0; left--) {
                sums.add(new Key(name(), name()), longs(width));
            }
        }

        private void read(StackTree tree) throws IOException {
            int deepest = in.readInt();
            tree.cut(deepest);
            Deque<Unread> callers = new ArrayDeque<>();
            callers.addLast(node(tree.root()));
            while (!callers.isEmpty()) {
                Unread caller = callers.getLast();
                if (caller.callees-- > 0) {
                    if (callers.size() > deepest) {
                        throw new IOException("stacks must not be deeper than the summary says: deepest=" + deepest);
                    }
                    callers.addLast(node(tree.callee(caller.node, frame(), callers.size())));
                } else {
                    callers.removeLast();
                }
            }
            tree.shrink();
        }

        private Unread node(StackTree.Node node) throws IOException {
            node.selfNs += in.readLong();
            node.samples += in.readLong();
            node.cutNs += in.readLong();
            return new Unread(node, in.readInt());
        }

        private void read(TimeBuckets times) throws IOException {
            int level = in.readInt();
            for (int left = in.readInt(); left > 0; left--) {
                long startMs = in.readLong();
                long[] sums = new long[2 + HostBlocks.CAUSES];
                sums[0] = in.readLong();
                sums[1] = in.readLong();
                for (int causes = in.readInt(); causes > 0; causes--) {
                    sums[2 + cause().ordinal()] = in.readLong();
                }
                times.add(startMs, sums, level);
            }
        }

        private void read(HostBlocks blocks) throws IOException {
            for (int block = 0; block < HostBlocks.BLOCKS; block++) {
                blocks.addIterations(block, in.readLong());
                for (int causes = in.readInt(); causes > 0; causes--) {
                    blocks.add(block, cause(), in.readLong());
                }
            }
        }

        /** A node with callees that follow. */
        private static final class Unread {
            private final StackTree.Node node;
            private int callees;

            private Unread(StackTree.Node node, int callees) {
                this.node = node;
                this.callees = callees;
            }
        }
    }
}
