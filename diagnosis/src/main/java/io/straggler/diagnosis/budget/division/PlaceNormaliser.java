package io.straggler.diagnosis.budget.division;

import io.straggler.diagnosis.stacks.ThreadPools;
import io.straggler.model.Evidence;
import io.straggler.model.Evidence.Kind;
import io.straggler.model.Place;
import io.straggler.model.WaitedFor;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one place of names that differ in a number only, with a star in the number's stead: threads of a pool, segments of a log, files in
 * temporary folders, connections whose port the system chose.
 */
final class PlaceNormaliser {
    /**
     * Numbers of three digits and more anywhere in a path, such as a date or a process's id; the number at the end of a file's name, but
     * not one in its extension, such as that of {@code mp3}; and a hexadecimal one as an extension, as logs have it that roll.
     */
    private static final Pattern NUMBER_IN_PATH = Pattern.compile(
            "(?<=\\.)(?=[0-9a-f]*[0-9])[0-9a-f]{3,}$|[0-9]{3,}|(?<![0-9/])(?<!\\.[A-Za-z]{1,10})[0-9]+(?=(\\.[A-Za-z]\\w*)?$)");

    private static final Pattern PORT = Pattern.compile("(?<=:)[0-9]{5}$");

    /** From here on Linux and others choose ports for whoever asks for none. A port below is one that somebody chose: it says what is there. */
    private static final int FIRST_CHOSEN_BY_SYSTEM = 32_768;

    private PlaceNormaliser() {}

    /** The place of an event, with the thread that it waited for, as those of others of its kind are called. */
    static Place place(Evidence event) {
        Place whole = event.wholePlace();
        Optional<WaitedFor> other = whole.partner();
        Place own = place(event.kind(), whole.withoutPartner());
        return other.isEmpty()
                ? own
                : own.waitingFor(new WaitedFor(
                        ThreadPools.name(other.get().thread()), other.get().role()));
    }

    /** The place of an event of a kind as those of others of its kind are called. */
    static Place place(Kind kind, Place place) {
        if (place.on().isEmpty() || kind != Kind.FILE_IO && kind != Kind.SOCKET_IO) {
            return place;
        }
        String on = kind == Kind.FILE_IO ? file(place.on()) : connection(place.on());
        return on.equals(place.on()) ? place : place.onOther(on);
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
