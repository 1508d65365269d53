package io.straggler.model;

import org.jspecify.annotations.Nullable;

/**
 * Stages of asynchronous iterations that are open on virtual threads: for a sampler, which cannot set a timer on these.
 *
 * <p>Each open stage has a place from 0 to {@link #places}, which it shares with nobody. All methods are for any thread; none waits for a thread that enters or closes a stage.
 */
public interface OpenStages {
    /** Number of places, which never changes. */
    int places();

    /** The first place from this one on in which a stage is open; {@link #places} if there is none. */
    int nextOpen(int place);

    /** Instant at which the stage in a place was entered; 0 where none is open. It stands for the stage: no two in one place have the same. */
    long fromNs(int place);

    /** Tag of the iteration that the stage in a place is of. Meaningful while {@link #fromNs} is the same before and after. */
    long tagNs(int place);

    /** Thread that entered the stage in a place; null where none is open. Meaningful while {@link #fromNs} is the same before and after. */
    @Nullable
    Thread thread(int place);
}
