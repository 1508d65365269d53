package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** All that can be injected in {@link io.straggler.selftest.Regime#APPLICATION}, as far as this machine allows it. */
public final class ApplicationFaults implements AutoCloseable {
    private final Map<Fault, Injector> injectors = new EnumMap<>(Fault.class);
    private final Opened opened = new Opened();
    private final Set<String> reasons = new LinkedHashSet<>();

    /** @param folder where files may be written */
    public ApplicationFaults(Path folder) {
        add(new Computations().injectors());
        add(new Libraries().injectors());
        add(Waiters::new, Waiters::injectors);
        add(Peers::new, Peers::injectors);
        add(() -> new Files(folder), Files::injectors);
        add(() -> new Surroundings(folder), Surroundings::injectors);
        add(Encounters::new, Encounters::injectors);
        add(() -> new Documents(folder), Documents::injectors);
        add(Exchanges::new, Exchanges::injectors);
        add(Natives::new, Natives::injectors);
        add(() -> new Everyday(folder), Everyday::injectors);
        add(() -> new Routines(folder), Routines::injectors);
        add(Meetings::new, Meetings::injectors);
        add(() -> new Chores(folder), Chores::injectors);
    }

    /** Faults that need the same. */
    @FunctionalInterface
    private interface Group<T> {
        T make() throws ImpossibleException;
    }

    /** What one group needs and this machine lacks costs the faults of no other. */
    private <T extends AutoCloseable> void add(Group<T> group, Function<T, List<Injector>> faults) {
        try {
            add(faults.apply(opened.add(group.make())));
        } catch (ImpossibleException e) {
            reasons.add(e.getMessage());
        }
    }

    private void add(List<Injector> some) {
        some.forEach(injector -> injectors.put(injector.fault(), injector));
    }

    /**
     * What injects a fault.
     *
     * @throws ImpossibleException if this machine lacks what it needs: with all that is lacking, as only a group that was made says which faults it has
     */
    public Injector of(Fault fault) throws ImpossibleException {
        Injector injector = injectors.get(fault);
        if (injector == null) {
            throw new ImpossibleException(String.join("; ", reasons));
        }
        return injector;
    }

    @Override
    public void close() {
        opened.close();
    }
}
