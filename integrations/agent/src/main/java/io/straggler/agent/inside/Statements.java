package io.straggler.agent.inside;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of statements of JDBC, by their text without values: of those that are given as text, and of those that were prepared meanwhile. There are as many as have room in tables;
 * others go by their method.
 *
 * <p>Threads: any.
 */
final class Statements {
    /** Stands for no number. */
    static final int UNKNOWN = -1;

    private static final int MAX_STATEMENTS = 200;

    /** Form in which drivers show a statement: its name, then its text, then in H2 its values. */
    private static final Pattern SHOWN = Pattern.compile(
            "(?is)(?:^|\\s)((?:select|insert|update|delete|merge|replace|upsert|with|call|values|truncate)\\s.*?)(?:\\s\\{1: .*\\})?$");

    /** Texts whose names are known without reading them again. */
    private static final int MAX_TEXTS = 1_000;

    private final ToIntFunction<String> numbers;
    private final Consumer<Throwable> broken;
    private final ConcurrentMap<String, Integer> byName = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> byText = new ConcurrentHashMap<>();
    private final WeakIdentityMap<Integer> prepared = new WeakIdentityMap<>();

    /**
     * @param numbers gives the name of a statement its number
     * @param broken receives what was thrown here, on the thread of the program that met it
     */
    Statements(ToIntFunction<String> numbers, Consumer<Throwable> broken) {
        this.numbers = numbers;
        this.broken = broken;
    }

    /** A connection has prepared a statement. */
    void prepares(Object statement, Object sql) {
        try {
            int number = ofText((String) sql);
            if (number != UNKNOWN) {
                prepared.merge(statement, number, (before, now) -> now);
            }
        } catch (StackOverflowError e) {
            // The program's, which meets it again at once.
        } catch (Throwable e) {
            broken.accept(e);
        }
    }

    /**
     * The number of a statement; {@link #UNKNOWN} if there are too many, or it was prepared before anybody looked and does not show its text.
     *
     * @param known its text, or what was prepared
     * @throws StackOverflowError if the stack is too full for that
     */
    int number(Object known) {
        try {
            if (known instanceof String sql) {
                return ofText(sql);
            }
            Integer number = prepared.get(known);
            return number == null ? ofPreparedBefore(known) : number;
        } catch (StackOverflowError e) {
            throw e; // Whoever called this notes it.
        } catch (Throwable e) {
            broken.accept(e);
            return UNKNOWN;
        }
    }

    /** A statement that was prepared before anybody looked, which most drivers' statements show if they are asked. */
    private int ofPreparedBefore(Object statement) {
        Matcher shown = SHOWN.matcher(String.valueOf(statement));
        int number = shown.find() ? ofText(shown.group(1)) : UNKNOWN;
        prepared.merge(statement, number, (before, now) -> now);
        return number;
    }

    private int ofText(String sql) {
        Integer known = byText.get(sql);
        if (known != null) {
            return known;
        }
        int number = ofName(SqlText.named(sql));
        if (byText.size() < MAX_TEXTS) {
            byText.put(sql, number);
        }
        return number;
    }

    private int ofName(String name) {
        Integer known = byName.get(name);
        if (known != null) {
            return known;
        }
        return name.isEmpty() || byName.size() >= MAX_STATEMENTS
                ? UNKNOWN
                : byName.computeIfAbsent(name, numbers::applyAsInt);
    }

    /** Forgets the statements that the program has forgotten. */
    void forget() {
        prepared.expunge(number -> {});
    }
}
