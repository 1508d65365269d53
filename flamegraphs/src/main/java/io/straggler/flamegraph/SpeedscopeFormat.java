package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;
import io.straggler.diagnosis.budget.DiagnosedOutlier;
import io.straggler.flamegraph.json.FrameTable;
import io.straggler.model.Iteration;
import io.straggler.model.StackSample;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files for speedscope, in nanoseconds. All outliers are a sampled profile: their stacks, heaviest first, each with the time it
 * stands for. A single outlier is an evented profile: what was on the stack when, from the capture of one stack to the next.
 */
public final class SpeedscopeFormat {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    private static final ObjectWriter JSON = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .writer();

    private SpeedscopeFormat() {}

    /** Writes a sampled profile to {@code out}, which is flushed and stays open. */
    public static void write(String name, List<WeightedStack> stacks, Writer out) throws IOException {
        FrameTable frames = new FrameTable();
        file(name, frames, out, json -> {
            long totalNs = stacks.stream().mapToLong(WeightedStack::weightNs).sum();
            begin("sampled", name, 0, totalNs, json);
            json.writeArrayPropertyStart("samples");
            for (WeightedStack stack : stacks) {
                int[] indexes = frames.indexesOf(stack.frames());
                json.writeArray(indexes, 0, indexes.length);
            }
            json.writeEndArray();
            long[] weights = stacks.stream().mapToLong(WeightedStack::weightNs).toArray();
            json.writeName("weights");
            json.writeArray(weights, 0, weights.length);
            json.writeEndObject();
        });
    }

    /**
     * Writes an evented profile for each thread of one outlier to {@code out}, which is flushed and stays open. Times count from
     * the intended start; before the first stack nothing is open, nor behind an event until the next stack, nor while a stack stands that is not
     * selected.
     */
    public static void write(String name, DiagnosedOutlier outlier, StackSelection selection, Writer out)
            throws IOException {
        FrameTable frames = new FrameTable();
        file(name, frames, out, json -> {
            List<Long> threads = outlier.stacks().stream()
                    .filter(stack -> selection.shown(stack).isPresent())
                    .map(StackSample::osThreadId)
                    .distinct()
                    .toList();
            for (long thread : threads) {
                String title = threads.size() == 1 ? name : name + ", thread " + thread;
                writeThread(title, outlier, thread, selection, frames, json);
            }
            if (threads.isEmpty()) {
                begin("evented", name, 0, outlier.outlier().iteration().latencyNs(), json);
                json.writeArrayPropertyStart("events");
                json.writeEndArray();
                json.writeEndObject();
            }
        });
    }

    private static void writeThread(
            String name,
            DiagnosedOutlier outlier,
            long thread,
            StackSelection selection,
            FrameTable frames,
            JsonGenerator json) {
        Iteration iteration = outlier.outlier().iteration();
        List<StackSample> stacks = outlier.stacks().stream()
                .filter(stack -> stack.osThreadId() == thread)
                .toList();
        begin("evented", name, 0, iteration.latencyNs(), json);
        json.writeArrayPropertyStart("events");
        List<Integer> open = new ArrayList<>();
        long eventEndNs = Long.MAX_VALUE;
        for (StackSample stack : stacks) {
            long atNs = Math.max(0, stack.sinceNs() - iteration.intendedNs());
            if (eventEndNs < atNs) {
                close(open, 0, eventEndNs, json);
            }
            eventEndNs = stack.ofInterval() ? stack.timeNs() - iteration.intendedNs() : Long.MAX_VALUE;
            int[] wanted = frames.indexesOf(selection.shown(stack).orElse(List.of()));
            int shared = 0;
            while (shared < Math.min(open.size(), wanted.length) && open.get(shared) == wanted[shared]) {
                shared++;
            }
            close(open, shared, atNs, json);
            for (int at = shared; at < wanted.length; at++) {
                event("O", wanted[at], atNs, json);
                open.add(wanted[at]);
            }
        }
        close(open, 0, Math.min(eventEndNs, iteration.latencyNs()), json);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void close(List<Integer> open, int down, long atNs, JsonGenerator json) {
        while (open.size() > down) {
            event("C", open.remove(open.size() - 1), atNs, json);
        }
    }

    private static void event(String type, int frame, long atNs, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("type", type);
        json.writeNumberProperty("frame", frame);
        json.writeNumberProperty("at", atNs);
        json.writeEndObject();
    }

    /** Begins a profile, which the caller ends. */
    private static void begin(String type, String name, long fromNs, long toNs, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("type", type);
        json.writeStringProperty("name", name);
        json.writeStringProperty("unit", "nanoseconds");
        json.writeNumberProperty("startValue", fromNs);
        json.writeNumberProperty("endValue", toNs);
    }

    private static void file(String name, FrameTable frames, Writer out, Consumer<JsonGenerator> profiles)
            throws IOException {
        try {
            JsonGenerator json = JSON.createGenerator(out);
            json.writeStartObject();
            json.writeStringProperty("$schema", SCHEMA);
            json.writeStringProperty("name", name);
            json.writeStringProperty("exporter", "Straggler");
            json.writeArrayPropertyStart("profiles");
            profiles.accept(json);
            json.writeEndArray();
            json.writeObjectPropertyStart("shared");
            json.writeArrayPropertyStart("frames");
            frames.frames().forEach(frame -> {
                json.writeStartObject();
                json.writeStringProperty("name", frame.name());
                json.writeStringProperty("file", frame.kind().label());
                json.writeEndObject();
            });
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndObject();
            json.flush();
            out.flush();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }
}
