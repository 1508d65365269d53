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
    /** Extensions of the files that a segment of Lucene's index has, named by a number of base 36. */
    private static final String OF_SEGMENT =
            "(?:cfe|cfs|dii|dim|doc|dvd|dvm|fdm|fdt|fdx|fnm|kdd|kdi|kdm|liv|nvd|nvm|pay|pos|psm|si|tim|tip|tmd|tvd|tvm|tvx|vec|vem|vex)";

    /** Numbers in paths, the longer forms first: of several that begin at the same character the first counts. */
    private static final Pattern NUMBER_IN_PATH = Pattern.compile(String.join(
            "|",
            // A UUID.
            "(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![0-9A-Za-z])",
            // A date, with a time or without: 2026-11-23, 2026_11_23_14_05, 2026-11-23T14.
            "(?<![0-9])(?:19|20)[0-9]{2}([-_.])(?:0[1-9]|1[0-2])(?:\\1[0-3][0-9])?(?:[-_.T][0-2][0-9](?:[-_.:]?[0-5][0-9]){0,2})?(?![0-9])",
            // A generation or a segment of Lucene's index.
            "(?<=(?:^|/)segments_)[0-9a-z]+$",
            "(?<=(?:^|/)_)[0-9a-z]{1,12}(?=(?:_\\w{1,60})?\\." + OF_SEGMENT + "$)",
            // A hexadecimal number as the extension of a log that rolls, such as ZooKeeper's: log.7be, snapshot.ab.
            "(?<=(?:^|/)(?:log|snapshot|journal|wal)\\.)[0-9a-f]{1,16}$",
            // A hexadecimal number as any extension, but not that of db3 and mp3.
            "(?<=\\.)(?=[a-f]*[0-9][0-9a-f])[0-9a-f]{3,}$",
            // A longer hexadecimal number anywhere, such as a hash or the name of a log of PostgreSQL.
            "(?<![0-9A-Za-z])(?=[A-Fa-f]*[0-9]+[A-Fa-f])(?:[0-9a-f]{8,}|[0-9A-F]{8,})(?![0-9A-Za-z])",
            // Three digits and more anywhere, such as a process's id.
            "[0-9]{3,}",
            // The number between two signs in a file's name, as of part-1-of-3.csv.
            "(?<=[-_.])[0-9]+(?=[-_.][^/]{0,300}$)",
            // The number at the end of a file's name, but not one in its extension.
            "(?<![0-9/])(?<!\\.[A-Za-z]{1,10})[0-9]+(?=(\\.[A-Za-z]\\w*)?$)"));

    private static final Pattern PORT = Pattern.compile("(?<=:)[0-9]{5}$");

    /** From here on Linux and others choose ports for whoever asks for none. A port below is one that somebody chose: it says what is there. */
    private static final int FIRST_CHOSEN_BY_SYSTEM = 32_768;

    private PlaceNormaliser() {}

    /** Returns the place of an event and the thread that it waited for, by the names of their kind. */
    static Place place(Evidence event) {
        Place whole = event.wholePlace();
        Optional<WaitedFor> other = whole.partner();
        Place own = place(event.kind(), whole.withoutPartner());
        return other.isEmpty()
                ? own
                : own.waitingFor(new WaitedFor(
                        ThreadPools.name(other.get().thread()), other.get().role()));
    }

    /** Returns the place of an event of a kind, by the name of that kind. */
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
