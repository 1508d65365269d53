package io.straggler.cli.selftest;

import io.straggler.cli.option.RunRequest;
import io.straggler.cli.option.TaskSpec;
import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.fault.Regime;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.task.BurstTask;
import io.straggler.selftest.task.InjectionConfig;
import io.straggler.selftest.task.InjectionTask;
import io.straggler.selftest.task.PipelineTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measured JVM of a self test.
 *
 * @param folder where its files go
 * @param truthFile where it writes what it did
 */
record SelftestFork(String task, Map<String, String> options, List<String> jvmArguments, Path folder, Path truthFile) {
    private static final long BURST_WARM_UP_MS = 1000;

    /** Some bursts are disturbed, and one that is late shall not make the whole run late. */
    private static final long SPARE_BURSTS = 10;

    /** Conditions under which each injection is one thing only; see docs/reference/selftest.md. */
    private static final List<String> CONDITIONS = List.of(
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            "-XX:TLABSize=64k",
            "-XX:-ResizeTLAB",
            "-XX:-UseCountedLoopSafepoints",
            "-XX:LoopStripMiningIter=0");

    /** Faults with mapped files give them back at once, for which there is no other way on JDK 17. From this version on the JVM warns of it. */
    private static final int WARNS_OF_UNSAFE = 23;

    /** The steady run into which faults are injected. */
    static SelftestFork injections(long seed, SelftestPlan plan, Path folder) {
        Path truth = folder.resolve("truth.json");
        Regime regime = plan.regime();
        InjectionConfig script = new InjectionConfig(seed, regime, plan.injected(), plan.each(), truth.toString());
        Map<String, String> options = options(regime.perSecond(), regime.thresholdNs());
        if (regime == Regime.LABORATORY) {
            alone(options);
        }
        options.put("count", Long.toString(script.iterations()));
        options.put("warmup", script.warmUpIterations() * 1000 / regime.perSecond() + "ms");
        Class<?> task = regime.async() ? PipelineTask.class : InjectionTask.class;
        return new SelftestFork(task.getName(), options, arguments(script, plan), folder, truth);
    }

    /** The run whose arrivals come in bursts. */
    static SelftestFork bursts(long seed, SelftestPlan plan, Path folder) {
        Path truth = folder.resolve("truth.json");
        InjectionConfig script =
                new InjectionConfig(seed, Regime.LABORATORY, List.of(Fault.BURST), plan.each(), truth.toString());
        Map<String, String> options =
                options(BurstTask.PER_SECOND, plan.regime().thresholdNs());
        alone(options);
        options.put("arrivals", "burst:" + BurstTask.SIZE);
        options.put("count", Long.toString((plan.each() + SPARE_BURSTS) * BurstTask.SIZE));
        options.put("warmup", BURST_WARM_UP_MS + "ms");
        return new SelftestFork(BurstTask.class.getName(), options, arguments(script, plan), folder, truth);
    }

    RunRequest request() {
        return new RunRequest(new TaskSpec.OfClass(task), options, "", jvmArguments, 1, folder);
    }

    private static Map<String, String> options(int perSecond, long thresholdNs) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("rate", perSecond + "/s");
        options.put("threshold", thresholdNs / 1000 + "us");
        options.put("sample-after", thresholdNs / 2000 + "us");
        return options;
    }

    private static void alone(Map<String, String> options) {
        Cores.choose().measured().ifPresent(core -> options.put("pin", Integer.toString(core)));
    }

    private static List<String> arguments(InjectionConfig script, SelftestPlan plan) {
        List<String> arguments = new ArrayList<>(
                plan.regime() == Regime.LABORATORY
                        ? CONDITIONS
                        : List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch"));
        if (Runtime.version().feature() >= WARNS_OF_UNSAFE) {
            arguments.add("--sun-misc-unsafe-memory-access=allow");
        }
        arguments.addAll(script.jvmArguments());
        arguments.addAll(plan.jvmArguments());
        return arguments;
    }
}
