package io.straggler.agent.inside;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * {@link CallHook} as every class sees it: defined once in the life of a JVM, in the JDK's own base module. A class on the boot class path would do, but
 * the JVM then warns on standard error that it shares fewer classes, and class loaders such as OSGi's do not ask for it.
 */
final class DefinedHook {
    /** Name of the class that is defined. */
    static final String NAME = "java.lang.StragglerCallHook";

    private final Class<?> defined;

    private DefinedHook(Class<?> defined) {
        this.defined = defined;
    }

    /** Defines it, unless it is there. {@link JdkAccess} comes first. */
    static DefinedHook find() {
        try {
            return new DefinedHook(Class.forName(NAME, true, null));
        } catch (ClassNotFoundException e) {
            // The usual case.
        }
        try {
            return new DefinedHook(MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
                    .defineClass(renamed(CallHook.class)));
        } catch (IllegalAccessException e) {
            throw new AgentException("The JVM does not let an agent define a class: " + e.getMessage() + ".");
        }
    }

    /** Advice, as it names what is defined. */
    static ClassFileLocator advice(Class<?> advice) {
        return ClassFileLocator.Simple.of(advice.getName(), renamed(advice));
    }

    private static byte[] renamed(Class<?> pattern) {
        try {
            byte[] code = ClassFileLocator.ForClassLoader.of(pattern.getClassLoader())
                    .locate(pattern.getName())
                    .resolve();
            ClassWriter writer = new ClassWriter(0);
            SimpleRemapper names = new SimpleRemapper(
                    OpenedClassReader.ASM_API, Type.getInternalName(CallHook.class), NAME.replace('.', '/'));
            new ClassReader(code).accept(new ClassRemapper(writer, names), 0);
            return writer.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("the agent's own classes must be readable", e);
        }
    }

    /** {@link CallHook#UNENDED}. */
    long[] unended() {
        try {
            return (long[]) defined.getField("UNENDED").get(null);
        } catch (ReflectiveOperationException e) {
            throw withoutFields(e);
        }
    }

    private static IllegalStateException withoutFields(ReflectiveOperationException e) {
        return new IllegalStateException("the hook must have its fields", e);
    }

    /** From now on calls, tasks and whatever is handed over go to a recorder. */
    void observe(CallRecorder calls) {
        receivers(calls).forEach(this::set);
    }

    /** From now on they go to nobody. */
    void leave(CallRecorder calls) {
        receivers(calls).keySet().forEach(field -> set(field, null));
    }

    /** Receivers by the names of the hook's fields. Those of ends come first: nothing may begin whose end nobody receives. */
    private static Map<String, Object> receivers(CallRecorder calls) {
        FollowedCalls followed = calls.followed();
        SuspendedCalls suspended = calls.suspended();
        WaitEnds waits = calls.waits();
        LoopRounds rounds = calls.rounds();
        Runnable select = rounds::select;
        Runnable selected = rounds::selected;
        Runnable polled = rounds::polled;
        Consumer<Object> awaitAnswer = followed::awaitAnswer;
        Consumer<Object> answered = followed::answered;
        ToIntFunction<Object> statement = calls.statements()::number;
        BiConsumer<Object, Object> prepare = calls.statements()::prepares;
        LongBinaryOperator end = calls::end;
        LongSupplier begin = calls::begin;
        Runnable endTask = followed::endTask;
        LongConsumer endRunTask = followed::endRunTask;
        ToLongFunction<Object> beginTask = followed::beginTask;
        ToLongFunction<Object> beginOwnTask = followed::beginOwnTask;
        ObjLongConsumer<Object> returnOpen = followed::returnOpen;
        LongUnaryOperator beginOpen = followed::beginOpen;
        LongConsumer endHanded = followed::endHanded;
        ToLongFunction<Object> beginHanded = followed::beginHanded;
        Consumer<Object> completed = followed::completed;
        Consumer<Object> handOver = followed::handOver;
        Consumer<Object> submit = followed::submit;
        BiFunction<Object, Long, Object> returnReactive = followed::returnReactive;
        UnaryOperator<Object> completion = suspended::completion;
        ToLongBiFunction<Object, Integer> beginSuspended = suspended::begin;
        ToLongFunction<Object> resumes = suspended::resumes;
        Consumer<Object> dispatches = suspended::dispatches;
        ObjLongConsumer<Object> delays = suspended::delays;
        LongSupplier subscribes = followed::subscribes;
        Runnable subscribed = followed::subscribed;
        BiConsumer<Object, Object> logs = calls::logs;
        Consumer<Object> traces = calls::traces;
        Consumer<Thread> unparks = waits::unparks;
        LongConsumer parks = waits::parks;
        Map<String, Object> receivers = new LinkedHashMap<>();
        receivers.put("statements", statement);
        receivers.put("prepares", prepare);
        receivers.put("end", end);
        receivers.put("begin", begin);
        receivers.put("taskEnds", endTask);
        receivers.put("runTaskEnds", endRunTask);
        receivers.put("selects", select);
        receivers.put("selected", selected);
        receivers.put("polls", polled);
        receivers.put("awaitsAnswer", awaitAnswer);
        receivers.put("answers", answered);
        receivers.put("taskBegins", beginTask);
        receivers.put("ownTaskBegins", beginOwnTask);
        receivers.put("completes", completed);
        receivers.put("handedEnds", endHanded);
        receivers.put("handedBegins", beginHanded);
        receivers.put("handsOver", handOver);
        receivers.put("submits", submit);
        receivers.put("openReturns", returnOpen);
        receivers.put("reactiveReturns", returnReactive);
        receivers.put("openBegins", beginOpen);
        receivers.put("resumes", resumes);
        receivers.put("dispatches", dispatches);
        receivers.put("delays", delays);
        receivers.put("suspendedBegins", beginSuspended);
        receivers.put("completions", completion);
        receivers.put("subscribed", subscribed);
        receivers.put("subscribes", subscribes);
        receivers.put("logs", logs);
        receivers.put("traces", traces);
        receivers.put("unparks", unparks);
        receivers.put("parks", parks);
        return receivers;
    }

    private void set(String field, @Nullable Object receiver) {
        try {
            defined.getField(field).set(null, receiver);
        } catch (ReflectiveOperationException e) {
            throw withoutFields(e);
        }
    }
}
