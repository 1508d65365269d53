package io.straggler.agent.inside.metrics;

import java.util.Date;
import java.util.Map;

/** A session of the agent, as JMX shows it; the names of its methods are those that JMX asks for. Metrics are a second old at most. */
@Described("Calls that Straggler's agent observes, and which of them were outliers.")
public interface AgentMXBean {
    @Described("Which calls are iterations, as the user named them.")
    String getIterations();

    @Described("The run folder: straggler report makes a page of it at any time.")
    String getFolder();

    @Described("When calls began to count. All counts and percentiles are since then.")
    Date getSince();

    @Described("Calls that ended.")
    long getCount();

    @Described("Half of the calls took that long or less, in nanoseconds. Empty while fewer than ten took longer.")
    Long getP50Ns();

    @Described("99% of the calls took that long or less, in nanoseconds. Empty while fewer than ten took longer.")
    Long getP99Ns();

    @Described("99.9% of the calls took that long or less, in nanoseconds. Empty while fewer than ten took longer.")
    Long getP999Ns();

    @Described("What the longest call took, in nanoseconds.")
    long getMaxNs();

    @Described("From which duration on a call is an outlier now, in nanoseconds.")
    long getThresholdNs();

    @Described("Calls that were outliers.")
    long getOutliers();

    @Described("Outliers of which a stack was due while they ran.")
    long getOutliersWithStack();

    @Described("Outliers by method; methods that had none are missing.")
    Map<String, Long> getOutliersByMethod();

    @Described("Calls that ended, by method. Empty where only one method was called.")
    Map<String, Long> getCountByMethod();

    @Described(
            "Half of a method's calls took that long or less, in nanoseconds, to 1%. Methods of which it is not known are missing.")
    Map<String, Long> getP50NsByMethod();

    @Described(
            "99% of a method's calls took that long or less, in nanoseconds, to 1%. Methods of which it is not known are missing.")
    Map<String, Long> getP99NsByMethod();

    @Described(
            "99.9% of a method's calls took that long or less, in nanoseconds, to 1%. Methods of which it is not known are missing.")
    Map<String, Long> getP999NsByMethod();

    @Described("What a method's longest call took, in nanoseconds.")
    Map<String, Long> getMaxNsByMethod();
}
