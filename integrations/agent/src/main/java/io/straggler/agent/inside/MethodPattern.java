package io.straggler.agent.inside;

import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Which methods' calls are iterations: {@code com.acme.Orders.place}, {@code com.acme.Orders.*}, {@code com.acme.*Service.handle};
 * {@code com.acme.Handler+.handle} for the implementations of a type too; {@code @com.acme.Timed} for methods with an annotation. An asterisk
 * stands for any characters but a dot. A method's name may have what other languages have in names: blanks, and the hash that Kotlin adds to methods with an inline class among
 * their parameters, which may be left out.
 *
 * @param text as the user wrote it
 * @param type what the class's name is like; null for an annotation
 * @param method what the method's name is like; null for an annotation
 * @param annotation its name; null for none
 * @param withSubtypes whether classes that extend or implement one of that name count too
 */
record MethodPattern(
        String text,
        @Nullable Pattern type,
        @Nullable Pattern method,
        @Nullable String annotation,
        boolean withSubtypes) {
    /** Letters of all languages, as Java has them in names. */
    private static final String LETTER = "\\p{javaJavaIdentifierPart}";

    private static final String LETTERS_AND_STARS = "[" + LETTER + "*-]+";

    /** A name as Kotlin has it between backticks: of the characters that the JVM permits, those that no other notation of a method has. */
    private static final String QUOTED = LETTERS_AND_STARS + "(?:[ '!?&%-]+" + LETTERS_AND_STARS + ")*[!?]?";

    private static final Pattern NAME =
            Pattern.compile(LETTERS_AND_STARS + "(\\." + LETTERS_AND_STARS + ")*\\+?\\." + QUOTED);
    /** End of the name of a method of Kotlin that takes or returns an inline class. */
    private static final Pattern HASH = Pattern.compile("-[A-Za-z0-9_-]{7}$");

    private static final Pattern ANNOTATION = Pattern.compile("@" + LETTER + "+(\\." + LETTER + "+)*");

    /** @throws AgentException if it is none */
    static MethodPattern parse(String text) {
        if (ANNOTATION.matcher(text).matches()) {
            return new MethodPattern(text, null, null, text.substring(1), false);
        }
        if (text.endsWith(".<init>") || text.endsWith(".<clinit>")) {
            throw new AgentException("Constructors and static initialisers cannot be iterations: name a method that"
                    + " calls them, and not " + text + ".");
        }
        if (!NAME.matcher(text).matches()) {
            throw new AgentException(
                    "iterations must be a class and a method such as com.acme.Orders.place, with * for any"
                            + " characters of a name, or an annotation such as @com.acme.Timed: iterations=" + text
                            + ".");
        }
        int dot = text.lastIndexOf('.');
        String type = text.substring(0, dot);
        boolean withSubtypes = type.endsWith("+");
        type = withSubtypes ? type.substring(0, type.length() - 1) : type;
        return new MethodPattern(text, pattern(type), pattern(text.substring(dot + 1)), null, withSubtypes);
    }

    private static Pattern pattern(String name) {
        StringBuilder regex = new StringBuilder();
        for (String part : name.split("\\*", -1)) {
            regex.append(regex.length() == 0 ? "" : "[^.]*").append(Pattern.quote(part));
        }
        return Pattern.compile(regex.toString());
    }

    /**
     * Whether a class may have such methods.
     *
     * @param superTypes the names of all that it extends and implements
     */
    boolean mayBeIn(TypeDescription described, Set<String> superTypes) {
        return annotation != null
                || isNamed(described.getName())
                || withSubtypes && superTypes.stream().anyMatch(this::isNamed);
    }

    /** Whether it names a class; none if it is of an annotation. */
    boolean isNamed(String name) {
        return type != null && type.matcher(name).matches();
    }

    /** Whether it names a method; none if it is of an annotation. */
    boolean namesMethod(String name) {
        return method != null
                && (method.matcher(name).matches()
                        || method.matcher(HASH.matcher(name).replaceFirst("")).matches());
    }

    /** Whether a method with code of such a class is one of them. */
    boolean isOf(MethodDescription candidate) {
        if (!candidate.isMethod() || candidate.isAbstract() || candidate.isNative() || candidate.isBridge()) {
            return false;
        }
        if (candidate.isSynthetic() && (annotation != null || text.startsWith(".*", text.lastIndexOf('.')))) {
            return false; // The body of a lambda, say: it is one only by its name.
        }
        return annotation == null
                ? namesMethod(candidate.getName())
                : candidate.getDeclaredAnnotations().stream()
                        .anyMatch(one -> one.getAnnotationType().getName().equals(annotation));
    }

    @Override
    public String toString() {
        return text;
    }
}
