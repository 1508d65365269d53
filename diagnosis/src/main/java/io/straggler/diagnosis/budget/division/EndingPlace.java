package io.straggler.diagnosis.budget.division;

import io.straggler.model.LibraryMethods;
import io.straggler.model.Place;
import io.straggler.model.PlatformMethods;
import java.util.ArrayList;
import java.util.List;

/**
 * Names the place at which a thread ended the wait of another one: the program's method that gave something back,
 * completed a future or put something into a queue. The JDK, and pools and drivers that many programs use, are left
 * out, because they act for the program. A pool of the program itself is left out, too: a class with one method in
 * which the other thread waited and another in which this thread ended that.
 */
final class EndingPlace {
    private EndingPlace() {}

    /**
     * The place; empty if no method but the JDK's is known.
     *
     * @param methods that the thread was in, the outermost first
     * @param waiting the place of the wait
     */
    static Place of(List<String> methods, Place waiting) {
        String waited = waiting.caller().isEmpty() ? waiting.what() : waiting.caller();
        List<String> own = new ArrayList<>();
        List<String> ofLibraries = new ArrayList<>();
        for (int i = methods.size() - 1; i >= 0; i--) {
            String method = methods.get(i);
            if (!PlatformMethods.contain(method)) {
                (LibraryMethods.contain(method) ? ofLibraries : own).add(method);
            }
        }
        List<String> told = own.isEmpty() ? ofLibraries : own;
        if (told.isEmpty()) {
            return Place.NONE;
        }
        String type = typeOf(waited);
        boolean ofThePool = typeOf(told.get(0)).equals(type) && !told.get(0).equals(waited);
        return Place.of(told.stream()
                .filter(method -> ofThePool && !typeOf(method).equals(type))
                .findFirst()
                .orElse(told.get(0)));
    }

    private static String typeOf(String method) {
        return method.substring(0, Math.max(0, method.lastIndexOf('.')));
    }
}
