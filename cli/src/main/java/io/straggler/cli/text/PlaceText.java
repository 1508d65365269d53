package io.straggler.cli.text;

import io.straggler.diagnosis.budget.Cause;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import io.straggler.model.text.LineWidth;
import io.straggler.model.text.TerminalText;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says where something happened, for readers who know the task: its own classes go without their package. */
final class PlaceText {
    private static final Pattern PACKAGE = Pattern.compile("^(?:[a-z_]\\w*+\\.)++(?=[A-Z])");

    /** Ways to say a place that go on with the thread that it happened on. */
    private static final int WITH_THREAD = 2;

    /** Length of a name from which on nothing is looked for in it. */
    private static final int LONGEST = 2_000;

    private final String home;

    /** @param home the package that goes without saying, with the dot behind it; may be empty */
    PlaceText(String home) {
        this.home = home;
    }

    /**
     * The longest of the ways to say a place that fits into so many columns, or the shortest where none does. No name is cut: packages are left out
     * first, then the thread that it happened on, most of a file's path, the caller's class, and what was called. What a thread that was waited for
     * did is left out before who it was.
     */
    String fit(Place where, int columns) {
        List<String> all = sentences(atHome(where)).map(TerminalText::visible).toList();
        return all.stream()
                .filter(sentence -> sentence.length() <= columns)
                .findFirst()
                .orElse(all.get(all.size() - 1));
    }

    /** Columns of a place without the packages of its names. */
    int columnsWithoutPackages(Place where) {
        List<String> ways = ways(atHome(where).alone());
        return TerminalText.visible(ways.get(Math.min(1, ways.size() - 1))).length();
    }

    private static Stream<String> sentences(Place known) {
        List<String> ways = ways(known.alone());
        if (known.partner().isEmpty()) {
            return Stream.concat(ways.stream().limit(WITH_THREAD).map(way -> way + known.threadWords()), ways.stream());
        }
        WaitedFor partner = known.partner().get();
        Place who = known.waitingFor(new WaitedFor(partner.thread(), partner.role()));
        return Stream.of(known.threadWords(), who.threadWords())
                .flatMap(end -> ways.stream().map(way -> way + end));
    }

    /** Returns a frame of a stack within a number of columns, if class and method fit. */
    String fit(String method, int columns) {
        return fit(Place.of(method), columns);
    }

    /** A class without its package. */
    static String ofClass(String name) {
        return TerminalText.visible(withoutPackage(name));
    }

    /** A share of waiting, and who was waited for. */
    String words(String share, WaitedFor partner) {
        return TerminalText.visible(
                share + " " + atHome(Place.NONE.waitingFor(partner)).words());
    }

    private Place atHome(Place place) {
        return home.isEmpty() ? place : place.renamed(name -> name.replace(home, ""));
    }

    /** Ways to say a place, the longest first. */
    private static List<String> ways(Place where) {
        String words = where.words();
        if (words.length() > LONGEST) {
            return List.of(TerminalText.fit(words, LineWidth.MIN));
        }
        String what = withoutPackage(where.what());
        String on = withoutFolders(where.on());
        if (where.caller().isEmpty()) {
            return List.of(
                    words,
                    Place.of(what, where.on()).words(),
                    Place.of(what, on).words());
        }
        String caller = withoutPackage(where.caller());
        String method = caller.substring(caller.lastIndexOf('.') + 1);
        return List.of(
                words,
                Place.of(what, where.on()).calledBy(caller).words(),
                Place.of(what, on).calledBy(caller).words(),
                Place.of(what).calledBy(caller).words(),
                Place.of(what).calledBy(method).words(),
                caller,
                method);
    }

    /** The last element of a path, behind a sign for the others. */
    private static String withoutFolders(String name) {
        return name.startsWith("/") && name.indexOf('/', 1) > 0
                ? "\u2026" + name.substring(name.lastIndexOf('/'))
                : name;
    }

    private static String withoutPackage(String name) {
        return name.indexOf('/') >= 0 ? name : PACKAGE.matcher(name).replaceFirst("");
    }

    /** {@code cause: place}, or the cause alone where no place is known. */
    String fit(Cause cause, Place where, int columns) {
        String start = cause.label() + ": ";
        return where.isEmpty() ? cause.label() : start + fit(where, columns - start.length());
    }
}
