package io.straggler.model;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Names of classes and methods without the numbers, addresses and random letters that the JVM, or a library within it, gives to what it makes at run time: these are others in every
 * JVM. Without them a frame is the same frame in all JVMs of a program.
 *
 * <p>Numbers of compilers stay, such as those of {@code Order$12}, {@code lambda$main$0} and {@code $anonfun$11}: they are the same wherever the same class file runs, and tell two
 * pieces of code apart.
 */
public final class GeneratedNames {
    /** End of a random text of ByteBuddy's, which no word that a person writes looks like. */
    private static final String RANDOM = "\\$(?![A-Z][a-z]{7}(?:\\$|$))(?:[A-Za-z0-9]{8}|\\d+)(?=\\$|$)";

    /** Rules for classes, whose names have dots for slashes. All that match are applied, in this order. Repetitions are bounded, since names come from files of others. */
    private static final List<Rule> OF_CLASSES = List.of(
            // Hidden classes: an address, and a hash where a stack names them.
            new Rule("0x", "[.+/]0x[0-9a-f]{4,}(?:[./]\\d+)?$", ""),
            // Anonymous classes of JVMs before 15: a hash.
            new Rule("", "[.+/]\\d{5,}$", ""),
            new Rule("Lambda", "(\\$\\$Lambda|\\.LambdaForm\\$\\w+)[.+/]s[0-9a-f]{8}$", "$1"),
            new Rule("$$Lambda$", "(\\$\\$Lambda)(?:\\$ByteBuddy)?\\$\\d+$", "$1"),
            // Lambdas that an agent has named after their method.
            new Rule("$$Lambda$", "(\\$\\$Lambda\\$[A-Za-z][\\w$]*?)\\$\\d{4,}$", "$1"),
            new Rule("LambdaForm", "(java\\.lang\\.invoke\\.LambdaForm\\$[A-Z]+)\\d+$", "$1"),
            new Rule("Accessor", "(\\.Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\d+$", "$1"),
            new Rule("EventHandler", "(\\.jfr\\.internal\\.handlers\\.EventHandler)\\d+_\\d+-\\d+$", "$1"),
            // Proxies of the JDK. The number of their package is that of a class loader.
            new Rule("$Proxy", "^(jdk\\.proxy)\\d+(?=\\.\\$Proxy\\d+$)", "$1"),
            new Rule("$Proxy", "((?:^|\\.)\\$Proxy)\\d+$", "$1"),
            // CGLIB, Spring, Guice: one name may have several parts.
            new Rule(
                    "$$",
                    "(\\$\\$(?:\\w{1,40}?By[A-Z]\\w{0,40}|\\w{0,40}?CGLIB|FastClass))\\$\\$[0-9a-f]+(?:_\\d+)?(?=\\$|$)",
                    "$1"),
            // ByteBuddy, Hibernate, Mockito, SkyWalking.
            new Rule("$Hibernate", "(\\$Hibernate[A-Z]\\w*)" + RANDOM, "$1"),
            new Rule("$ByteBuddy$", "(\\$ByteBuddy)" + RANDOM, "$1"),
            new Rule("$MockitoMock$", "(\\$MockitoMock)" + RANDOM, "$1"),
            new Rule("$auxiliary$", "(\\$auxiliary)" + RANDOM, "$1"),
            // Javassist.
            new Rule("_$$_", "(_\\$\\$_(?:jvst|javassist(?:_[a-z]+)?))[0-9a-f]*_[0-9a-f]+$", "$1"),
            // Views of JBoss's session beans, and proxies of OpenWebBeans.
            new Rule("$$", "(\\$\\$\\$view|\\$\\$Owb[A-Za-z]+Proxy)\\d+$", "$1"),
            // Clojure: what is evaluated, names within macros, functions with a name and without.
            new Rule("$eval", "(\\$eval)\\d+(?=\\$|$)", "$1"),
            new Rule("__auto__", "__\\d+(?=__auto__)", ""),
            new Rule("__", "(\\$[a-z_G][^$]{0,100}?)(?:__\\d+)+(?=\\$|$)", "$1"),
            // Spark: the number is that of a part of one query.
            new Rule("$GeneratedIter", "(\\.GeneratedClass\\$GeneratedIteratorForCodegenStage)\\d+$", "$1"),
            // Trino, Presto: date, time and number.
            new Rule(".$gen.", "_{1,8}\\d{8}_\\d{6}_\\d+$", ""),
            // Scripts of Groovy.
            new Rule("script", "((?:^|\\.)script)\\d{10,}(?=\\$|$)", "$1"));

    private static final List<Rule> OF_METHODS = List.of(
            new Rule("CGLIB$", "^(CGLIB\\$STATICHOOK)\\d+$", "$1"),
            new Rule("CGLIB$", "^(CGLIB\\$.+)\\$\\d+$", "$1"),
            new Rule("$", "(\\$(?:original|accessor))" + RANDOM, "$1"));

    /**
     * Rule by which a part of a name is left out.
     *
     * @param marker that each such name holds
     */
    private record Rule(String marker, Pattern pattern, String kept) {
        private Rule(String marker, String pattern, String kept) {
            this(marker, Pattern.compile(pattern), kept);
        }

        private String apply(String name) {
            return name.contains(marker) ? pattern.matcher(name).replaceAll(kept) : name;
        }
    }

    private GeneratedNames() {}

    /**
     * A class's name as it is in every JVM.
     *
     * @param name with dots for slashes
     */
    public static String ofClass(String name) {
        return applied(OF_CLASSES, name);
    }

    /**
     * A method's name as it is in every JVM.
     *
     * @param name without its class
     */
    public static String ofMethod(String name) {
        return applied(OF_METHODS, name);
    }

    /**
     * A method's name with its class and package, as it is in every JVM.
     *
     * @param name as {@link StackTraceElement} has the two, with a dot between them
     */
    public static String ofFrame(String name) {
        if (isPlain(name)) {
            return name;
        }
        int dot = name.lastIndexOf('.');
        return dot < 0 ? ofMethod(name) : ofClass(name.substring(0, dot)) + "." + ofMethod(name.substring(dot + 1));
    }

    private static String applied(List<Rule> rules, String name) {
        if (isPlain(name)) {
            return name;
        }
        String left = name;
        for (Rule rule : rules) {
            left = rule.apply(left);
        }
        return left;
    }

    /** Whether no rule can match, as with most names. */
    private static boolean isPlain(String name) {
        return name.indexOf('$') < 0 && name.chars().noneMatch(c -> c >= '0' && c <= '9');
    }
}
