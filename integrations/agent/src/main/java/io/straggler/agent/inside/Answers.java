package io.straggler.agent.inside;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.description.method.MethodDescription;
import org.jspecify.annotations.Nullable;

/**
 * The calls that go on until an answer to them is written: those of Netty's handlers, which answer on their connection, and those of gRPC's listeners, which close their call.
 *
 * <p>Whoever writes while it works on such a call answers that. Where nobody knows what the writer works on, the answer is to what came first on that connection.
 *
 * <p>Threads: any.
 */
final class Answers {
    private static final String CONTEXT = "netty.channel.ChannelHandlerContext";

    /** Stands for the place of all answers of gRPC: whoever closes a call works on it. */
    private static final Object GRPC = new Object();

    /** Methods by which the context of a handler says which channel it is of; none for classes that are something else. */
    private static final ClassValue<List<Method>> CHANNELS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Class<?> one : each.getInterfaces()) {
                    if (one.getName().endsWith("." + CONTEXT)) {
                        return List.of(channelOf(one));
                    }
                }
            }
            return List.of();
        }
    };

    /** Calls that wait for their answers by where these will be written, in the order in which they came. */
    private final WeakIdentityMap<List<OpenCall>> byPlace = new WeakIdentityMap<>();

    private static Method channelOf(Class<?> context) {
        try {
            return context.getMethod("channel");
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a handler's context must have a channel", e);
        }
    }

    /** Whether calls of a method are answered on a connection. */
    static boolean mayBeRead(MethodDescription method) {
        return method.getName().equals("channelRead")
                && method.getParameters().size() == 2
                && method.getParameters().get(0).getType().asErasure().getName().endsWith("." + CONTEXT);
    }

    /** Whether calls of a method are answered by the close of a gRPC call. */
    static boolean mayBeHeard(MethodDescription method) {
        return method.getName().equals("onHalfClose")
                && !method.isStatic()
                && method.getParameters().isEmpty();
    }

    /**
     * Where answers are written.
     *
     * @param known the context of a handler of Netty, or an object of gRPC
     * @return the channel of a context; {@link #GRPC} for any other object
     */
    static Object place(Object known) {
        List<Method> channel = CHANNELS.get(known.getClass());
        if (channel.isEmpty()) {
            return GRPC;
        }
        try {
            return channel.get(0).invoke(known);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a handler's context must say which channel it is of", e);
        }
    }

    /**
     * A call whose method has come back goes on until it is answered.
     *
     * @param known what its method was called with, as for {@link #place}: while the program keeps that, or its channel, there may be an answer
     */
    void await(Object known, OpenCall call) {
        Object place = place(known);
        byPlace.merge(place == GRPC ? known : place, List.of(call), (earlier, later) -> {
            List<OpenCall> all = new ArrayList<>(earlier);
            all.removeIf(OpenCall::over);
            all.addAll(later);
            return List.copyOf(all);
        });
    }

    /**
     * The call that an answer is to; null if it is to none.
     *
     * @param where what writes it, as for {@link #place}
     * @param working what the writing thread works on; null if nobody knows
     */
    @Nullable
    OpenCall answered(Object where, @Nullable OpenCall working) {
        Object place = place(where);
        if (working != null && working.isAnsweredAt(place)) {
            return working;
        }
        List<OpenCall> waiting = place == GRPC ? null : byPlace.get(place);
        return waiting == null
                ? null
                : waiting.stream().filter(call -> !call.over()).findFirst().orElse(null);
    }

    /** Forgets the calls of a place, if all of them are over. */
    void over(Object where) {
        Object place = place(where);
        List<OpenCall> waiting = place == GRPC ? null : byPlace.get(place);
        if (waiting != null && waiting.stream().allMatch(OpenCall::over)) {
            byPlace.remove(place, waiting);
        }
    }

    /** Forgets the calls on connections that the program has forgotten. */
    void forget(Consumer<OpenCall> each) {
        byPlace.expunge(calls -> calls.forEach(each));
    }
}
