package io.straggler.jfr.anyrecording;

import java.util.ArrayList;
import java.util.List;

/** Some of many things, evenly chosen: when there are too many, every other one goes, and from then on only every other is taken. */
final class Thinned<T> {
    private final int most;
    private List<T> kept = new ArrayList<>();
    private int step = 1;
    private long offered;

    /** @param most that are kept */
    Thinned(int most) {
        this.most = most;
    }

    /** Whether the next one is to be added. */
    boolean takesNext() {
        return offered++ % step == 0;
    }

    void add(T one) {
        if (kept.size() == most) {
            List<T> half = new ArrayList<>(most);
            for (int i = 0; i < most; i += 2) {
                half.add(kept.get(i));
            }
            kept = half;
            step *= 2;
        }
        kept.add(one);
    }

    List<T> list() {
        return kept;
    }
}
