package io.straggler.cli.text;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.text.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Says where something happened, for readers who know the task: its own classes go without their package. */
final class PlaceText {
    /** A place in fewer columns says nothing. */
    private static final int LEAST_PLACE = 8;

    /** Columns in which most methods' names have room with their classes. */
    private static final int NAME = 24;

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
     * place; what it did is left out before who it was. The thread that it happened on is left out where there is no room for that and a name.
     */
    String fit(Place where, int columns) {
        Place known = atHome(where);
        Place place = known.alone();
        List<String> ends = ends(known);
        if (known.partner().isEmpty()
                && columns - ends.get(0).length() < Math.min(NAME, place.words().length())) {
            return shortened(place, columns);
        }
        for (String words : ends) {
            int columnsOfEnd = TerminalText.visible(words).length();
            if (columns - columnsOfEnd >= LEAST_PLACE) {
                return shortened(place, columns - columnsOfEnd) + TerminalText.fit(words, columnsOfEnd);
            }
        }
        // Not even the shortest has room: each gets half.
        String fitting = shortened(place, columns / 2);
        return fitting + TerminalText.fit(ends.get(ends.size() - 1), columns - fitting.length());
    }

    /** Ends of the sentence, the longest first. */
    private static List<String> ends(Place known) {
        List<String> ends = new ArrayList<>();
        ends.add(known.threadWords());
        known.partner().ifPresent(partner -> {
            Place who = known.waitingFor(new WaitedFor(partner.thread(), partner.role()));
            ends.add(who.threadWords());
        });
        return ends;
    }

    /** A frame of a stack in at most so many columns. */
    String fit(String method, int columns) {
        return fit(Place.of(method), columns);
    }

    /** A share of waiting, and who was waited for, in at most so many columns. */
    String fit(String share, WaitedFor partner, int columns) {
        return TerminalText.fit(
                share + " " + atHome(Place.NONE.waitingFor(partner)).words(), columns);
    }

    private Place atHome(Place place) {
        return home.isEmpty() ? place : place.renamed(name -> name.replace(home, ""));
    }

    /** Packages go first, then most of a file or an address, then the caller's class, then what was called. */
    private static String shortened(Place where, int columns) {
        String words = where.words();
        if (words.length() <= columns || words.length() > LONGEST) {
            return TerminalText.fit(words, columns);
        }
        Place called = Place.of(withoutPackage(where.what()), where.on());
        if (where.caller().isEmpty()) {
            return TerminalText.fit(called.words(), columns);
        }
        String caller = withoutPackage(where.caller());
        String method = caller.substring(caller.lastIndexOf('.') + 1);
        Place what = Place.of(called.what());
        List<String> ways = new ArrayList<>();
        ways.add(called.calledBy(caller).words());
        fitting(called, caller, columns).ifPresent(ways::add);
        ways.add(what.calledBy(caller).words());
        ways.add(what.calledBy(method).words());
        ways.add(caller);
        ways.add(method);
        return ways.stream()
                .map(TerminalText::visible)
                .filter(way -> way.length() <= columns)
                .findFirst()
                .orElse(TerminalText.fit(what.calledBy(caller).words(), columns));
    }

    /** The place with as much of its file or address as there is room for; empty if it has none, or the room is too little. */
    private static Optional<String> fitting(Place called, String caller, int columns) {
        int without = Place.of(called.what(), "-").calledBy(caller).words().length() - 1;
        return called.on().isEmpty() || columns - without < LEAST_PLACE
                ? Optional.empty()
                : Optional.of(Place.of(called.what(), TerminalText.fit(called.on(), columns - without))
                        .calledBy(caller)
                        .words());
    }

    private static String withoutPackage(String name) {
        return name.indexOf('/') >= 0 ? name : PACKAGE.matcher(name).replaceFirst("");
    }

    /** {@code cause: place}, or the cause alone, in at most so many columns. */
    String fit(Cause cause, Place where, int columns) {
        int left = columns - cause.label().length() - 2;
        return where.isEmpty() || left < 8 ? cause.label() : cause.label() + ": " + fit(where, left);
    }
}
