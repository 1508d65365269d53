package io.straggler.jfr.chunk;

/**
 * Names as a recording has them, of bounded length. A recording holds a text once and refers to it as often as it likes, while whoever reads names makes
 * a text of its own of each: a file of 2 MB could take gigabytes.
 */
public final class Names {
    /** Length of a name in characters, at most. */
    public static final int LONGEST = 2_000;

    private static final String CUT = "…";

    private Names() {}

    /** The name, or its first {@value #LONGEST} characters and an ellipsis. */
    public static String capped(String name) {
        return capped(name, LONGEST);
    }

    static String capped(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        boolean half = Character.isHighSurrogate(text.charAt(longest - 1));
        return text.substring(0, half ? longest - 1 : longest) + CUT;
    }
}
