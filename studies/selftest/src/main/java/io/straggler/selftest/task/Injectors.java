package io.straggler.selftest.task;

import io.straggler.selftest.fault.Fault;
import io.straggler.selftest.inject.Cores;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.InjectionSite;
import io.straggler.selftest.inject.Injector;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The injectors that work on this machine, and the reasons why the others do not. */
final class Injectors implements AutoCloseable {
    private final Map<Fault, Injector> injectors = new EnumMap<>(Fault.class);
    private final Map<Fault, String> impossible = new EnumMap<>(Fault.class);
    private final InjectionSite site;

    Injectors(InjectionConfig config, Cores cores, Plan plan) {
        site = new InjectionSite(
                cores,
                Objects.requireNonNull(
                        Path.of(config.truthFile()).toAbsolutePath().getParent(), "a file lies in a folder"));
        for (Fault fault : config.faults()) {
            try {
                Injector injector = fault.injector(site);
                injector.plan(plan.sizesNs(fault));
                injectors.put(fault, injector);
            } catch (ImpossibleException e) {
                impossible.put(fault, e.getMessage());
            }
        }
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
        site.close();
    }
}
