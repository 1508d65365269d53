package io.straggler.model.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that are like one that there is none of, for "did you mean". */
public final class Nearest {
    private static final int MOST = 3;

    private Nearest() {}

    /** The nearest ones, the nearest first; none that differs in more than a third of its letters, unless it holds the name. */
    public static List<String> to(String name, Collection<String> names) {
        return names.stream()
                .filter(one -> distance(name, one) <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt((String one) -> distance(name, one))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /** How many letters have to be changed, added or left out; nothing for one that only lacks its package. */
    static int distance(String wanted, String name) {
        String a = wanted.toLowerCase(Locale.ROOT);
        String b = name.toLowerCase(Locale.ROOT);
        if (b.endsWith("." + a)) {
            return 0;
        }
        int whole = edits(a, b);
        // A package may be forgotten and the rest misspelt.
        return a.indexOf('.') >= 0 ? whole : Math.min(whole, edits(a, b.substring(b.lastIndexOf('.') + 1)));
    }

    /** V. I. Levenshtein's distance, row by row. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j - 1], row[j]));
            }
        }
        return row[row.length - 1];
    }
}
