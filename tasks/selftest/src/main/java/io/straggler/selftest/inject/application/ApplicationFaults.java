package io.straggler.selftest.inject.application;

import io.straggler.selftest.Fault;
import io.straggler.selftest.inject.ImpossibleException;
import io.straggler.selftest.inject.Injector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All that can be injected in {@link io.straggler.selftest.Regime#APPLICATION}. */
public final class ApplicationFaults implements AutoCloseable {
    private final Map<Fault, Injector> injectors = new EnumMap<>(Fault.class);
    private final Waiters waiters = new Waiters();
    private final Peers peers = new Peers();
    private final Files files;
    private final Surroundings surroundings;
    private final Encounters encounters;
    private final Documents documents;
    private final Exchanges exchanges;
    private final Natives natives;
    private final Everyday everyday;
    private final Routines routines;
    private final Meetings meetings;
    private final Chores chores;

    /** @param folder where files may be written */
    public ApplicationFaults(Path folder) throws ImpossibleException {
        files = new Files(folder);
        surroundings = new Surroundings(folder);
        encounters = new Encounters();
        documents = new Documents(folder);
        exchanges = new Exchanges();
        natives = new Natives();
        everyday = new Everyday(folder);
        routines = new Routines(folder);
        meetings = new Meetings();
        chores = new Chores(folder);
        List<Injector> all = new ArrayList<>(new Computations().injectors());
        all.addAll(new Libraries().injectors());
        all.addAll(waiters.injectors());
        all.addAll(peers.injectors());
        all.addAll(files.injectors());
        all.addAll(surroundings.injectors());
        all.addAll(encounters.injectors());
        all.addAll(documents.injectors());
        all.addAll(exchanges.injectors());
        all.addAll(natives.injectors());
        all.addAll(everyday.injectors());
        all.addAll(routines.injectors());
        all.addAll(meetings.injectors());
        all.addAll(chores.injectors());
        all.forEach(injector -> injectors.put(injector.fault(), injector));
    }

    /** What injects a fault. */
    public Injector of(Fault fault) {
        return injectors.get(fault);
    }

    @Override
    public void close() {
        waiters.close();
        peers.close();
        files.close();
        surroundings.close();
        encounters.close();
        documents.close();
        exchanges.close();
        natives.close();
        everyday.close();
        routines.close();
        meetings.close();
        chores.close();
    }
}
