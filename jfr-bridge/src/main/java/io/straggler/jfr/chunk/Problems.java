package io.straggler.jfr.chunk;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Damages and losses of a file, a sentence each. A file can have damage in every few bytes, so the first {@value #MOST} are kept and the others
 * counted.
 */
public final class Problems {
    /** Number of sentences that are kept. */
    public static final int MOST = 10;

    /** Length of a sentence in characters, at most. */
    static final int LONGEST = 1_000;

    private final List<String> first = new ArrayList<>();

    /** Hashes of all sentences: a file that is read several times says each again. */
    private final Set<Integer> said = new HashSet<>();

    /** Adds a sentence, unless it has been added before. */
    public void add(String sentence) {
        if (said.add(sentence.hashCode()) && first.size() < MOST) {
            first.add(Names.capped(sentence, LONGEST));
        }
    }

    public boolean isEmpty() {
        return said.isEmpty();
    }

    /** The first sentences, and how many more there are. */
    public List<String> sentences() {
        return with(first, said.size() - first.size());
    }

    /** The first sentence, and how many more there are: for a message of one line. */
    public String inOneLine() {
        return isEmpty() ? "" : String.join(" ", with(first.subList(0, 1), said.size() - 1));
    }

    private static List<String> with(List<String> sentences, int more) {
        List<String> all = new ArrayList<>(sentences);
        if (more > 0) {
            all.add(String.format(Locale.ROOT, "And %,d more.", more));
        }
        return List.copyOf(all);
    }
}
