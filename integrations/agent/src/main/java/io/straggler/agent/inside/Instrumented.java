package io.straggler.agent.inside;

import static net.bytebuddy.matcher.ElementMatchers.isAbstract;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import io.straggler.model.Settings;
import io.straggler.model.text.Nearest;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.matcher.ElementMatcher.Junction;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.utility.JavaModule;
import org.jspecify.annotations.Nullable;

/**
 * The methods whose calls are iterations: those of classes that are loaded already, and of those that will be. {@link #close} gives all of
 * them their own code back.
 *
 * <p>Threads: made and closed on one; methods become instrumented on whichever thread loads their class.
 */
final class Instrumented implements AutoCloseable {
    private static final int MOST_NAMED = 20_000;

    /** Name of the interface; the module java.sql may be missing. */
    private static final String CONNECTION = "java.sql.Connection";

    /** Name of the exception that the JVM throws if a class gets other fields, methods or interfaces than it was loaded with. Straggler's agent changes none of these. */
    private static final String OTHERS = UnsupportedOperationException.class.getName();

    /** A program may go on loading classes for as long as it runs. */
    private static final int MAX_PROBLEMS = 50;

    private final AgentOptions options;
    private final Instrumentation instrumentation;
    private final SuperTypes superTypes = new SuperTypes();
    private final List<String> names = new CopyOnWriteArrayList<>();
    private final Set<String> statements = ConcurrentHashMap.newKeySet();
    private final Set<String> problems = new ConcurrentSkipListSet<>();

    /** Classes that could not be changed, by the reason. */
    private final Map<String, Set<String>> unchanged = new ConcurrentSkipListMap<>();

    private final AtomicBoolean full = new AtomicBoolean();

    /** The numbers of the methods that each value of the option means, so far. */
    private final Map<CallSelection, Set<Integer>> meant = new ConcurrentHashMap<>();

    /** The numbers of the methods whose calls begin when their requests arrive. Replaced, never changed. */
    private volatile BitSet arriving = new BitSet();

    /** Whether calls of some method go on after it has returned. */
    private volatile boolean open;

    private volatile boolean following;

    /** Whether some of these are suspended functions of Kotlin. */
    private volatile boolean suspended;

    private volatile boolean followingSuspended;

    private @Nullable ResettableClassFileTransformer transformer;

    /** Transformer of what hands work over; null until there is an open call. */
    private @Nullable ResettableClassFileTransformer handOvers;

    /** Transformer of what resumes coroutines; null until there is a call of a suspended function. */
    private @Nullable ResettableClassFileTransformer coroutines;

    private Instrumented(AgentOptions options, Instrumentation instrumentation) {
        this.options = options;
        this.instrumentation = instrumentation;
    }

    /**
     * Finds what the options name, and changes nothing yet.
     *
     * @param running whether the program runs already, so that classes which matter are loaded
     * @throws AgentException if there are too many, or the program runs and has none of them
     */
    static Instrumented find(AgentOptions options, Instrumentation instrumentation, boolean running) {
        Instrumented found = new Instrumented(options, instrumentation);
        found.check(running);
        return found;
    }

    /** How many there are now, before anything is changed. */
    private void check(boolean running) {
        Map<CallSelection, List<String>> found = new LinkedHashMap<>();
        options.iterations().forEach(selection -> found.put(selection, new ArrayList<>()));
        Set<String> names = new LinkedHashSet<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (isOfTheProgram(loaded) && instrumentation.isModifiableClass(loaded)) {
                try {
                    LoadedType.describe(loaded, type -> iterations(type, loaded.getClassLoader()))
                            .forEach((selection, methods) -> found.computeIfAbsent(selection, key -> new ArrayList<>())
                                    .addAll(methods));
                    if (running && names.size() < MOST_NAMED) {
                        names.addAll(LoadedType.describe(loaded, this::near));
                    }
                } catch (LinkageError | RuntimeException e) {
                    // It refers to a class that is not there, and nobody has its class file.
                }
            }
        }
        if (withTasks()) {
            PoolTasks.requireKnown();
            found.forEach((selection, methods) -> {
                if (selection.ofTasks()) {
                    methods.add(PoolTasks.METHOD);
                }
            });
        }
        found.forEach((selection, methods) -> {
            if (selection.ofRounds()) {
                methods.add(LoopRounds.METHOD);
            }
        });
        found.forEach(this::requireFew);
        if (running && found.values().stream().allMatch(List::isEmpty)) {
            throw new AgentException(new UnfitMethods(instrumentation)
                    .reason(options.iterations())
                    .orElseGet(() -> noSuchMethod(names)));
        }
    }

    /** The names of what a type extends and implements, if they matter. */
    private Set<String> above(TypeDescription type, ClassLoader loader) {
        return options.iterations().stream().anyMatch(CallSelection::withSubtypes)
                ? superTypes.of(type, loader)
                : Set.of();
    }

    private Map<CallSelection, List<String>> iterations(TypeDescription type, ClassLoader loader) {
        Set<String> above = above(type, loader);
        return options.iterations().stream()
                .filter(selection -> selection.mayBeIn(type, above))
                .collect(Collectors.toMap(
                        Function.identity(),
                        selection -> names(type, method -> selection.isOf(method, above)),
                        (a, b) -> a));
    }

    /** Its methods, if their names may be what the user meant. */
    private List<String> near(TypeDescription type) {
        return isNear(type)
                ? names(type, method -> method.isMethod() && !method.isAbstract() && !method.isNative())
                : List.of();
    }

    private static List<String> names(TypeDescription type, Predicate<MethodDescription> wanted) {
        return type.getDeclaredMethods().stream()
                .filter(wanted)
                .map(Instrumented::name)
                .toList();
    }

    private void requireFew(CallSelection selection, List<String> methods) {
        if (methods.size() > options.mostMethods(selection)) {
            throw new AgentException("iterations=" + selection + " means " + methods.size() + " methods, such as "
                    + methods.get(0) + ". Name fewer, or add yes-instrument-" + methods.size() + ".");
        }
    }

    private String noSuchMethod(Set<String> names) {
        List<String> nearest = options.iterations().stream()
                .flatMap(selection -> Nearest.to(selection.text(), names).stream())
                .distinct()
                .toList();
        return "No class that is loaded has a method "
                + options.iterations().stream().map(CallSelection::described).collect(Collectors.joining(" or "))
                + (nearest.isEmpty() ? "." : "; did you mean " + String.join(" or ", nearest) + "?")
                + " A class is loaded when it is first used.";
    }

    /** Returns whether names of methods may be what the user meant. */
    private boolean isNear(TypeDescription type) {
        return options.iterations().stream()
                .flatMap(selection -> selection.pattern().stream())
                .filter(pattern -> pattern.annotation() == null)
                .map(pattern -> pattern.text().substring(0, pattern.text().lastIndexOf('.')))
                .anyMatch(name -> type.getSimpleName().equals(name.substring(name.lastIndexOf('.') + 1))
                        || !Nearest.to(name, List.of(type.getName())).isEmpty());
    }

    private static boolean isOfTheProgram(Class<?> loaded) {
        return !loaded.isArray() && !loaded.isPrimitive() && isOfTheProgram(loaded.getClassLoader());
    }

    private static boolean isOfTheProgram(ClassLoader loader) {
        return loader != null && loader != Instrumented.class.getClassLoader();
    }

    private boolean isIteration(MethodDescription method, Set<String> above) {
        return options.iterations().stream().anyMatch(selection -> selection.isOf(method, above));
    }

    /** Whether calls of a method are iterations that go by the text of a statement. */
    private boolean isStatement(MethodDescription method, Set<String> above) {
        return options.iterations().stream()
                .anyMatch(selection -> selection.ofStatements() && selection.isOf(method, above));
    }

    private static Junction<MethodDescription> takesText() {
        return takesArgument(0, String.class);
    }

    /** Instruments them. */
    void install() {
        AgentBuilder builder = builder()
                .type((type, loader, module, loaded, domain) -> isOfTheProgram(loader) && hasIterations(type, loader))
                .transform((made, type, loader, module, domain) -> {
                    Set<String> above = above(type, loader);
                    return made.visit(advice(CallAdvice.class, above)
                                    .on(method -> isIteration(method, above)
                                            && !isOpen(method)
                                            && !isArriving(method, above)
                                            && !isStatement(method, above)))
                            .visit(advice(HandOverAdvice.Arrived.class, above)
                                    .on(method -> isArriving(method, above) && !isOpen(method)))
                            .visit(advice(StatementAdvice.OfText.class, above)
                                    .on(method -> isStatement(method, above)
                                            && takesText().matches(method)))
                            .visit(advice(StatementAdvice.OfPrepared.class, above)
                                    .on(method -> isStatement(method, above)
                                            && !takesText().matches(method)))
                            .visit(advice(HandOverAdvice.Open.class, above)
                                    .on(method ->
                                            isIteration(method, above) && isOpen(method, LaterEnd::mayBeReturned)))
                            .visit(advice(HandOverAdvice.Reactive.class, above)
                                    .on(method ->
                                            isIteration(method, above) && isOpen(method, ReactiveEnd::mayBeReturned)))
                            .visit(advice(HandOverAdvice.Served.class, above)
                                    .on(method -> isIteration(method, above) && isOpen(method, LaterEnd::mayBeServed)))
                            .visit(advice(HandOverAdvice.Suspended.class, above)
                                    .on(method -> isIteration(method, above)
                                            && isOpen(method, CoroutineFrames::mayBeSuspended)))
                            .visit(advice(HandOverAdvice.Read.class, above)
                                    .on(method -> isIteration(method, above) && isOpen(method, Answers::mayBeRead)))
                            .visit(advice(HandOverAdvice.Heard.class, above)
                                    .on(method -> isIteration(method, above) && isOpen(method, Answers::mayBeHeard)));
                });
        if (withTasks()) {
            number(PoolTasks.METHOD);
            builder = HandOvers.tasks(PoolTasks.instrument(builder));
        }
        if (withRounds()) {
            number(LoopRounds.METHOD);
        }
        if (options.iterations().stream().anyMatch(CallSelection::ofStatements)) {
            builder = builder.type((type, loader, module, loaded, domain) -> isOfTheProgram(loader)
                            && superTypes.of(type, loader).contains(CONNECTION))
                    .transform((made, type, loader, module, domain) -> made.visit(Advice.to(
                                    StatementAdvice.Prepares.class, DefinedHook.advice(StatementAdvice.Prepares.class))
                            .on(ElementMatchers.<MethodDescription>namedOneOf("prepareStatement", "prepareCall")
                                    .and(takesText())
                                    .and(not(isAbstract())))));
        }
        if (withRounds() || withArrivals()) {
            builder = HandOvers.selectors(builder);
        }
        if (withArrivals()) {
            builder = HandOvers.polls(builder);
        }
        transformer = HandOvers.traces(WaitEnds.instrument(builder)).installOn(instrumentation);
        follow();
    }

    /**
     * Instruments what hands work over, once there is a method whose calls go on after it has returned: nothing else needs it. For the thread
     * that made this, now and then, because classes may be loaded later.
     */
    void follow() {
        if (open && handOvers == null) {
            AgentBuilder builder = HandOvers.others(builder());
            handOvers =
                    (withTasks() ? builder : HandOvers.tasks(PoolTasks.instrument(builder))).installOn(instrumentation);
            following = true;
        }
        if (suspended && coroutines == null) {
            coroutines = HandOvers.coroutines(builder()).installOn(instrumentation);
            followingSuspended = true;
        }
    }

    /** Whether calls of suspended functions are followed. From any thread. */
    boolean followingSuspended() {
        return followingSuspended;
    }

    /** Calls of suspended functions cannot be followed, because of a class of continuations. From any thread. */
    void isUnexpected(Class<?> continuation) {
        problem("Suspended functions of Kotlin that are called by others such as " + continuation.getName()
                + " could not be followed: their calls are over when they return.");
    }

    /** Whether calls are followed after their methods have returned. From any thread. */
    boolean following() {
        return following;
    }

    private boolean isOpen(MethodDescription method) {
        return isOpen(method, LaterEnd::mayBeReturned)
                || isOpen(method, LaterEnd::mayBeServed)
                || isOpen(method, ReactiveEnd::mayBeReturned)
                || isOpen(method, CoroutineFrames::mayBeSuspended)
                || isOpen(method, Answers::mayBeRead)
                || isOpen(method, Answers::mayBeHeard);
    }

    private boolean isOpen(MethodDescription method, Predicate<MethodDescription> mayBe) {
        boolean later = !options.untilReturn() && mayBe.test(method);
        open |= later;
        suspended |= later && CoroutineFrames.mayBeSuspended(method);
        return later;
    }

    /** Whether calls of a method begin when their requests arrive. */
    private boolean isArriving(MethodDescription method, Set<String> above) {
        boolean arriving = !options.untilReturn()
                && options.iterations().stream()
                        .anyMatch(selection -> selection.fromArrival() && selection.isOf(method, above));
        open |= arriving;
        return arriving;
    }

    private AgentBuilder builder() {
        // Bodies of lambdas, which the compiler makes methods of, would be ignored.
        return new AgentBuilder.Default(new ByteBuddy().ignore(ElementMatchers.none()))
                .disableClassFormatChanges()
                .with(RedefinitionStrategy.RETRANSFORMATION)
                .with(new RedefinitionStrategy.Listener.Adapter() {
                    @Override
                    public Iterable<? extends List<Class<?>>> onError(
                            int index, List<Class<?>> batch, Throwable thrown, List<Class<?>> types) {
                        return retried(batch, thrown);
                    }
                })
                .with(new AgentBuilder.Listener.Adapter() {
                    @Override
                    public void onError(
                            String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable thrown) {
                        unchanged(type, thrown);
                    }
                })
                .ignore(ElementMatchers.none());
    }

    /** Halves of loaded classes that could not be changed together, because of one of them; one that cannot be changed alone is left as it is. */
    private List<List<Class<?>>> retried(List<Class<?>> batch, Throwable thrown) {
        if (batch.size() > 1) {
            int half = batch.size() / 2;
            return List.of(batch.subList(0, half), batch.subList(half, batch.size()));
        }
        batch.forEach(type -> unchanged(type.getName(), thrown));
        return List.of();
    }

    /** Whether tasks of pools are iterations. */
    boolean withTasks() {
        return options.iterations().stream().anyMatch(CallSelection::ofTasks);
    }

    /** Whether rounds of event loops are iterations. */
    boolean withRounds() {
        return options.iterations().stream().anyMatch(CallSelection::ofRounds);
    }

    /** Whether some iterations begin when their requests arrive. */
    boolean withArrivals() {
        return !options.untilReturn() && options.iterations().stream().anyMatch(CallSelection::fromArrival);
    }

    /** Whether those of the method with a number do. From any thread. */
    boolean fromArrival(int method) {
        return arriving.get(method);
    }

    private boolean hasIterations(TypeDescription type, ClassLoader loader) {
        Set<String> above = above(type, loader);
        if (options.iterations().stream().noneMatch(selection -> selection.mayBeIn(type, above))) {
            return false;
        }
        List<String> iterations = names(type, method -> isIteration(method, above));
        return !iterations.isEmpty() && isRoomFor(type, iterations);
    }

    /**
     * Returns whether there is room for a class. The number of classes loaded later is not known in advance. There is
     * room for known methods: a class that gets its original code back, or is transformed by another agent, is asked
     * about again.
     */
    private boolean isRoomFor(TypeDescription type, List<String> iterations) {
        if (names.size() < options.mostMethods() || names.containsAll(iterations)) {
            return true;
        }
        if (full.compareAndSet(false, true)) {
            problem("Class " + type.getName() + " and later ones were left alone: " + options.mostMethods()
                    + " methods are instrumented already. Name fewer, or add a larger yes-instrument-N.");
        }
        return false;
    }

    private void unchanged(String type, Throwable thrown) {
        Set<String> types = unchanged.computeIfAbsent(thrown.toString(), reason -> new ConcurrentSkipListSet<>());
        if (types.size() < MAX_PROBLEMS) {
            types.add(type);
        }
    }

    private static String unchanged(String reason, Set<String> types) {
        return (types.size() == 1 ? "Class " : "Classes ")
                + String.join(", ", types)
                + " could not be instrumented: "
                + reason + "."
                + (reason.contains(OTHERS)
                        ? " Another agent changes what is loaded, and not as it did when it was loaded."
                        : "");
    }

    private void problem(String sentence) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(sentence);
        }
    }

    private Advice advice(Class<?> advice, Set<String> above) {
        return Advice.withCustomMapping()
                .bind(
                        MethodNumber.class,
                        (type, method, assigner, handler, sort) -> new Advice.OffsetMapping.Target.ForStackManipulation(
                                IntegerConstant.forValue(number(method, above))))
                .bind(LastArgument.class, Instrumented::lastArgument)
                .to(advice, DefinedHook.advice(advice));
    }

    private static Advice.OffsetMapping.Target lastArgument(
            TypeDescription type,
            MethodDescription method,
            Assigner assigner,
            Advice.ArgumentHandler arguments,
            Advice.OffsetMapping.Sort sort) {
        ParameterDescription last =
                method.getParameters().get(method.getParameters().size() - 1);
        return new Advice.OffsetMapping.ForArgument.Resolved(
                        TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
                        false,
                        Assigner.Typing.DYNAMIC,
                        last)
                .resolve(type, method, assigner, arguments, sort);
    }

    /** Returns the number of a method, equal for methods of equal name: a class may be loaded more than once. */
    private int number(MethodDescription method, Set<String> above) {
        int number = number(name(method));
        for (CallSelection selection : options.iterations()) {
            if (selection.isOf(method, above)) {
                meant.computeIfAbsent(selection, first -> ConcurrentHashMap.newKeySet())
                        .add(number);
                if (selection.fromArrival()) {
                    arrives(number);
                }
            }
        }
        return number;
    }

    private synchronized void arrives(int number) {
        if (!arriving.get(number)) {
            BitSet more = (BitSet) arriving.clone();
            more.set(number);
            arriving = more;
        }
    }

    private synchronized int number(String name) {
        int known = names.indexOf(name);
        if (known < 0) {
            names.add(name);
            return names.size() - 1;
        }
        return known;
    }

    private static String name(MethodDescription method) {
        return method.getDeclaringType().asErasure().getName() + "." + method.getName();
    }

    /** The number of a task of pools. When there are too many names, those that are new have one together. */
    int taskNumber(String name) {
        return number(names.size() < options.mostMethods() ? name : PoolTasks.METHOD);
    }

    /** The number of a statement of JDBC, by its name. */
    int statementNumber(String name) {
        statements.add(name);
        int number = number(name);
        options.iterations().stream()
                .filter(CallSelection::ofStatements)
                .forEach(selection -> meant.computeIfAbsent(selection, first -> ConcurrentHashMap.newKeySet())
                        .add(number));
        return number;
    }

    /** How many there may be, and a few more. */
    int mostMethods() {
        return options.mostMethods();
    }

    /** The names of the methods that were instrumented so far, and of tasks and statements; the number of each is its place. */
    List<String> names() {
        return names;
    }

    /** Names of the methods and tasks among {@link #names}: those that are no statements. */
    List<String> methods() {
        return names.stream().filter(name -> !statements.contains(name)).toList();
    }

    /** Kind of the iterations' groups, a value of {@link Settings#groupedBy}. */
    String groupedBy() {
        return options.iterations().stream().allMatch(CallSelection::ofStatements)
                ? Settings.BY_STATEMENT
                : Settings.BY_METHOD;
    }

    /** Returns what went wrong, a sentence each. */
    List<String> problems() {
        List<String> sentences = new ArrayList<>(problems);
        unchanged.forEach((reason, types) -> sentences.add(unchanged(reason, types)));
        return sentences;
    }

    /**
     * Returns the values of the option for which no call counted, a sentence each.
     *
     * @param called whether calls of the method with a number counted
     */
    List<String> unheard(IntPredicate called) {
        List<String> sentences = new ArrayList<>();
        for (CallSelection selection : options.iterations()) {
            Set<Integer> numbers = meant.getOrDefault(selection, Set.of());
            if (selection.ofTasks() || selection.ofRounds()) {
                continue; // Their numbers are those of their names.
            }
            if (numbers.isEmpty()) {
                sentences.add("No class with a method " + selection.described() + " was loaded.");
            } else if (numbers.stream().noneMatch(called::test)) {
                sentences.add(
                        "No call of " + selection.described()
                                + " counted: there was none, none is over, or all were made within other calls that count, as parts of those.");
            }
        }
        return sentences;
    }

    @Override
    public void close() {
        for (ResettableClassFileTransformer one : Arrays.asList(coroutines, handOvers, transformer)) {
            if (one != null && !one.reset(instrumentation, RedefinitionStrategy.RETRANSFORMATION)) {
                problems.add("Some classes could not be given their own code back.");
            }
        }
    }
}
