package io.straggler.diagnosis.budget.division;

import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one place of names that differ in a number only, with a star in the number's stead: threads of a pool, segments of a log, files in
 * temporary folders, connections whose port the system chose.
 */
final class Alike {
    private static final Pattern NUMBER_AT_END = Pattern.compile("(?<=[^0-9])[0-9]+$");

    /** What begins a call in words on a place; a file's path is before it. */
    private static final String CALLED_BY = " < ";

    /**
     * Numbers of three digits and more anywhere in a path, such as a date or a process's id; and the number at the end of a file's name, but
     * not one in its extension, such as that of {@code mp3}.
     */
    private static final Pattern NUMBER_IN_PATH =
            Pattern.compile("[0-9]{3,}|(?<=[^0-9/])(?<!\\.[A-Za-z]{1,10})[0-9]+(?=(\\.[A-Za-z]\\w*)?$)");

    private static final Pattern PORT = Pattern.compile("(?<=:)[0-9]{5}$");

    /** From here on Linux and others choose ports for whoever asks for none. A port below is one that somebody chose: it says what is there. */
    private static final int FIRST_CHOSEN_BY_SYSTEM = 32_768;

    private Alike() {}

    /** A thread's name as all of a pool have it: without the number at its end. */
    static String thread(String name) {
        return NUMBER_AT_END.matcher(name).replaceFirst("*");
    }

    /** What an event says of who or where, as others of its kind are called. */
    static String words(Evidence event) {
        return words(event.kind(), event.words());
    }

    /** The same without the thread that it waited for. */
    static String detail(Evidence event) {
        return words(event.kind(), event.detail());
    }

    private static String words(Kind kind, String words) {
        if (kind != Kind.FILE_IO && kind != Kind.SOCKET_IO) {
            return words;
        }
        int called = words.indexOf(CALLED_BY);
        int end = called < 0 ? words.length() : called;
        String what = words.substring(0, end);
        return (kind == Kind.FILE_IO ? file(what) : connection(what)) + words.substring(end);
    }

    private static String file(String path) {
        return NUMBER_IN_PATH.matcher(path).replaceAll("*");
    }

    private static String connection(String address) {
        Matcher port = PORT.matcher(address);
        return port.find() && Integer.parseInt(port.group()) >= FIRST_CHOSEN_BY_SYSTEM
                ? address.substring(0, port.start()) + "*"
                : address;
    }
}
