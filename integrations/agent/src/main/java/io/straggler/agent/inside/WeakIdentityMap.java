package io.straggler.agent.inside;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Values for objects of the program, which may be collected while they are in here. Objects are compared by identity:
 * no method of theirs is called.
 *
 * <p>Threads: any.
 *
 * @param <V> the values
 */
final class WeakIdentityMap<V> {
    /** Values by {@link Key}. */
    private final ConcurrentMap<Object, V> values = new ConcurrentHashMap<>();

    private final ReferenceQueue<Object> forgotten = new ReferenceQueue<>();

    /** Key of an object. Two are equal if they are of the same object, or the same. */
    private static final class Key extends WeakReference<Object> {
        private final int hash;

        private Key(Object of, ReferenceQueue<Object> queue) {
            super(of, queue);
            this.hash = System.identityHashCode(of);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object own = get();
            return own != null && other instanceof Key key && key.get() == own;
        }
    }

    /** Key for looking an object up: no reference that the collector has to care for. */
    private static final class Probe {
        private final Object of;

        private Probe(Object of) {
            this.of = of;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(of);
        }

        // The map asks what it is given whether that equals what it holds.
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.get() == of;
        }
    }

    /** Gives an object a value; if it has one already, what both come to together. */
    void merge(Object of, V value, BinaryOperator<V> both) {
        values.merge(new Key(of, forgotten), value, both);
    }

    /** The value of an object, which has none from now on; null if it had none. */
    @Nullable
    V remove(Object of) {
        return values.isEmpty() ? null : values.remove(new Probe(of));
    }

    /** The value of an object; null if it has none. */
    @Nullable
    V get(Object of) {
        return values.isEmpty() ? null : values.get(new Probe(of));
    }

    /** Takes the value from an object, if it has that one. */
    void remove(Object of, V value) {
        values.remove(new Probe(of), value);
    }

    /** Hands over the values of objects that the program has forgotten. */
    void expunge(Consumer<V> each) {
        for (Reference<?> gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            V value = values.remove(gone);
            if (value != null) {
                each.accept(value);
            }
        }
    }

    /** How many there are. */
    int size() {
        return values.size();
    }
}
