package io.straggler.model.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that are like one that there is none of, for "did you mean". */
public final class Nearest {
    private static final int MAX_SUGGESTIONS = 3;

    private Nearest() {}

    /**
     * Returns the nearest names, the nearest first; none that differs in more than a third of its letters, unless it
     * contains the name.
     */
    public static List<String> to(String name, Collection<String> names) {
        return names.stream()
                .filter(one -> distance(name, one) <= Math.max(1, name.length() / 3))
                .sorted(Comparator.comparingInt((String one) -> distance(name, one))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_SUGGESTIONS)
                .toList();
    }

    /** How many letters have to be changed, added, left out or swapped; nothing for one that only lacks its package. */
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

    /** Optimal string alignment: V. I. Levenshtein's distance, in which two neighbours that changed places are one mistake. */
    private static int edits(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : fewest(a, i, b, j, rows);
            }
        }
        return rows[a.length()][b.length()];
    }

    private static int fewest(String a, int i, String b, int j, int[][] rows) {
        int change = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(change, 1 + Math.min(rows[i - 1][j], rows[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, 1 + rows[i - 2][j - 2]) : best;
    }
}
