package io.straggler.cli.text;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Partner;

/** Says where something happened, for readers who know the task: its own classes go without their package. */
final class Places {
    /** A place in fewer columns says nothing. */
    private static final int LEAST_PLACE = 8;

    private final String home;

    /** @param home the package that goes without saying, with the dot behind it; may be empty */
    Places(String home) {
        this.home = home;
    }

    /**
     * The place in at most so many columns. Who was waited for is not shortened, nor what that thread did, as long as there is room for some of the
     * place; what it did is left out before who it was.
     */
    String fit(String where, int columns) {
        String known = home.isEmpty() ? where : where.replace(home, "");
        int place = Partner.wordsAt(known);
        int did = known.indexOf(Partner.DID, place);
        for (int end : did < 0 ? new int[] {known.length()} : new int[] {known.length(), did}) {
            String partner = known.substring(place, end);
            int columnsOfPartner = TerminalText.visible(partner).length();
            if (place < known.length() && columns - columnsOfPartner >= LEAST_PLACE) {
                return TerminalText.fit(known.substring(0, place), columns - columnsOfPartner)
                        + TerminalText.fit(partner, columnsOfPartner);
            }
        }
        return TerminalText.fit(known, columns);
    }

    /** {@code cause: place}, or the cause alone, in at most so many columns. */
    String fit(Cause cause, String where, int columns) {
        int left = columns - cause.label().length() - 2;
        return where.isEmpty() || left < 8 ? cause.label() : cause.label() + ": " + fit(where, left);
    }
}
