package io.straggler.cli.text;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Partner;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Says where something happened, for readers who know the task: its own classes go without their package. */
final class PlaceText {
    /** A place in fewer columns says nothing. */
    private static final int LEAST_PLACE = 8;

    /** Between what was called and who called it. */
    private static final String CALLED_BY = " < ";

    /** Between a call of the system and the file or address that it was for. */
    private static final String ON = ", ";

    private static final Pattern PACKAGE = Pattern.compile("^(?:[a-z_]\\w*\\.)+(?=[A-Z])");

    /** In a longer one there is nothing to look for. */
    private static final int LONGEST = 2_000;

    private final String home;

    /** @param home the package that goes without saying, with the dot behind it; may be empty */
    PlaceText(String home) {
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
                return shortened(known.substring(0, place), columns - columnsOfPartner)
                        + TerminalText.fit(partner, columnsOfPartner);
            }
        }
        if (place == known.length()) {
            return shortened(known, columns);
        }
        // Not even who it was has room: each gets half.
        String fitting = shortened(known.substring(0, place), columns / 2);
        String who = known.substring(place, did < 0 ? known.length() : did);
        return fitting + TerminalText.fit(who, columns - fitting.length());
    }

    /** Packages go first, then most of a file or an address, then the caller's class, then what was called. */
    private static String shortened(String where, int columns) {
        if (where.length() <= columns || where.length() > LONGEST) {
            return TerminalText.fit(where, columns);
        }
        int at = where.lastIndexOf(CALLED_BY);
        if (at < 0) {
            return TerminalText.fit(withoutPackage(where), columns);
        }
        String called = withoutPackage(where.substring(0, at));
        String caller = withoutPackage(where.substring(at + CALLED_BY.length()));
        String method = caller.substring(caller.lastIndexOf('.') + 1);
        List<String> ways = new ArrayList<>(List.of(called + CALLED_BY + caller));
        int on = called.indexOf(ON);
        if (on >= 0) {
            String what = called.substring(0, on);
            int left = columns - what.length() - ON.length() - CALLED_BY.length() - caller.length();
            if (left >= LEAST_PLACE) {
                ways.add(what + ON + TerminalText.fit(called.substring(on + ON.length()), left) + CALLED_BY + caller);
            }
            called = what;
            ways.add(called + CALLED_BY + caller);
        }
        ways.add(called + CALLED_BY + method);
        ways.add(caller);
        ways.add(method);
        return ways.stream()
                .map(TerminalText::visible)
                .filter(way -> way.length() <= columns)
                .findFirst()
                .orElse(TerminalText.fit(called + CALLED_BY + caller, columns));
    }

    private static String withoutPackage(String name) {
        return name.indexOf('/') >= 0 ? name : PACKAGE.matcher(name).replaceFirst("");
    }

    /** {@code cause: place}, or the cause alone, in at most so many columns. */
    String fit(Cause cause, String where, int columns) {
        int left = columns - cause.label().length() - 2;
        return where.isEmpty() || left < 8 ? cause.label() : cause.label() + ": " + fit(where, left);
    }
}
