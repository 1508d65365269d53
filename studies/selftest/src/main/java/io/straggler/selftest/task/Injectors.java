package io.straggler.selftest.task;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionConfig;
import io.straggler.selftest.inject.Injector;
import io.straggler.selftest.inject.Plan;
import io.straggler.selftest.inject.application.ApplicationFaults;
import io.straggler.selftest.inject.fault.AllocationStorm;
import io.straggler.selftest.inject.fault.BrokenSpeculations;
import io.straggler.selftest.inject.fault.ContendedMonitor;
import io.straggler.selftest.inject.fault.ExplicitGc;
import io.straggler.selftest.inject.fault.FileForce;
import io.straggler.selftest.inject.fault.FirstTouch;
import io.straggler.selftest.inject.fault.FreshClasses;
import io.straggler.selftest.inject.fault.Hog;
import io.straggler.selftest.inject.fault.LateToSafepoint;
import io.straggler.selftest.inject.fault.OutsideSafepoint;
import io.straggler.selftest.inject.fault.Parking;
import io.straggler.selftest.inject.fault.Placebo;
import io.straggler.selftest.inject.fault.SafepointRequests;
import io.straggler.selftest.inject.fault.Sleeping;
import io.straggler.selftest.inject.fault.SlowCode;
import io.straggler.selftest.inject.fault.SocketWait;
import io.straggler.selftest.inject.fault.StoppedProcess;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The injectors that work on this machine, and why the others do not. */
final class Injectors implements AutoCloseable {
    private final Map<Fault, Injector> injectors = new EnumMap<>(Fault.class);
    private final Map<Fault, String> impossible = new EnumMap<>(Fault.class);
    private SafepointRequests safepoints;
    private ApplicationFaults application;

    Injectors(InjectionConfig config, Cores cores, Plan plan) {
        for (Fault fault : config.faults()) {
            try {
                injectors.put(
                        fault,
                        make(
                                fault,
                                cores,
                                Path.of(config.truthFile()).toAbsolutePath().getParent(),
                                plan));
            } catch (ImpossibleException e) {
                impossible.put(fault, e.getMessage());
            }
        }
    }

    private Injector make(Fault fault, Cores cores, Path folder, Plan plan) throws ImpossibleException {
        return switch (fault) {
            case GC -> new ExplicitGc();
            case ALLOCATION -> new AllocationStorm();
            case SAFEPOINT -> new OutsideSafepoint(cores, safepoints());
            case TIME_TO_SAFEPOINT -> new LateToSafepoint(cores, safepoints());
            case MONITOR -> new ContendedMonitor(cores);
            case PARK -> new Parking();
            case SLEEP -> new Sleeping();
            case FILE -> new FileForce(folder);
            case SOCKET -> new SocketWait(cores);
            case HOG -> new Hog(cores.measured());
            case STOPPED -> new StoppedProcess(cores, folder);
            case FIRST_TOUCH -> new FirstTouch();
            case CLASS_LOADING -> new FreshClasses();
            case DEOPTIMIZATION -> new BrokenSpeculations(plan);
            case SLOW_CODE -> new SlowCode();
            case PLACEBO -> new Placebo();
            case BURST, DISTURBED ->
                throw new IllegalArgumentException("fault must be one that is injected: fault=" + fault);
            default -> application(folder).of(fault);
        };
    }

    /** Its threads make every collection longer, so only if somebody needs them. */
    private SafepointRequests safepoints() {
        if (safepoints == null) {
            safepoints = new SafepointRequests();
        }
        return safepoints;
    }

    private ApplicationFaults application(Path folder) {
        if (application == null) {
            application = new ApplicationFaults(folder);
        }
        return application;
    }

    Map<Fault, Injector> injectors() {
        return injectors;
    }

    Map<Fault, String> impossible() {
        return impossible;
    }

    @Override
    public void close() {
        injectors.values().forEach(Injector::close);
        if (safepoints != null) {
            safepoints.close();
        }
        if (application != null) {
            application.close();
        }
    }
}
