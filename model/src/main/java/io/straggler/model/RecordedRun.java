package io.straggler.model;

import io.straggler.model.hook.Capture;
import io.straggler.model.hook.WatchedThread;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What was read back from a recording, in the words of this package. All instants are on the {@link NanoClock} of the process
 * that was measured.
 *
 * @param task the task's name, or empty
 * @param environment as recorded; empty for a foreign recording
 * @param runs the outcomes that the recording holds
 * @param threads the watched threads
 * @param outliers in order of recording
 * @param periods busy periods that contained outliers
 * @param captures the sampler's requests
 * @param usage what the operating system charged to late iterations
 * @param coreUse what threads of the process had of the cores around late iterations
 * @param samples stacks of watched threads, in order of time
 * @param evidence what the JVM reported, in order of time
 * @param intervals the histogram log, when it was recorded
 * @param sampler what the sampler counted, or null
 * @param clock how well the recording's clock was mapped
 * @param problems what is damaged or missing, a sentence each
 * @param dropped how many outliers were read and left out, because more than these did not fit into memory
 * @param notes what was left out or is less exact although nothing is damaged, a sentence each
 */
public record RecordedRun(
        String task,
        Map<String, String> environment,
        List<RunOutcome> runs,
        List<WatchedThread> threads,
        List<Outlier> outliers,
        List<BusyPeriod> periods,
        List<Capture> captures,
        List<ThreadUsage> usage,
        List<CoreUse> coreUse,
        List<StackSample> samples,
        List<Evidence> evidence,
        List<RecordedInterval> intervals,
        SamplerSummary sampler,
        ClockError clock,
        List<String> problems,
        long dropped,
        List<String> notes) {
    /** One of which nothing was left out. */
    public RecordedRun(
            String task,
            Map<String, String> environment,
            List<RunOutcome> runs,
            List<WatchedThread> threads,
            List<Outlier> outliers,
            List<BusyPeriod> periods,
            List<Capture> captures,
            List<ThreadUsage> usage,
            List<CoreUse> coreUse,
            List<StackSample> samples,
            List<Evidence> evidence,
            List<RecordedInterval> intervals,
            SamplerSummary sampler,
            ClockError clock,
            List<String> problems) {
        this(
                task,
                environment,
                runs,
                threads,
                outliers,
                periods,
                captures,
                usage,
                coreUse,
                samples,
                evidence,
                intervals,
                sampler,
                clock,
                problems,
                0,
                List.of());
    }

    /** The problems and after them the notes. */
    public List<String> problemsAndNotes() {
        return Stream.concat(problems.stream(), notes.stream()).toList();
    }

    /** The same with outcomes that were written down elsewhere, for a recording that was cut short. */
    public RecordedRun withRuns(List<RunOutcome> outcomes) {
        return new RecordedRun(
                task,
                environment,
                outcomes,
                threads,
                outliers,
                periods,
                captures,
                usage,
                coreUse,
                samples,
                evidence,
                intervals,
                sampler,
                clock,
                problems,
                dropped,
                notes);
    }
}
