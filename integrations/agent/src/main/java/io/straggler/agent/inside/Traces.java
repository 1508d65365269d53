package io.straggler.agent.inside;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Ids of traces that requests are part of: what tracing libraries put into the context of log lines or make the current context of OpenTelemetry, and headers of requests.
 *
 * <p>Sources of the formats: W3C Trace Context ({@code traceparent}), B3 propagation ({@code b3}, {@code X-B3-TraceId}).
 *
 * <p>Threads: any.
 */
final class Traces {
    private static final Set<String> LOGGED =
            Set.of("traceId", "trace_id", "trace.id", "traceid", "X-B3-TraceId", "dd.trace_id", "traceparent");

    private static final List<String> HEADERS = List.of("traceparent", "b3", "X-B3-TraceId");

    private static final Pattern PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-.*");
    private static final Pattern SINGLE = Pattern.compile("([0-9a-f]{16}|[0-9a-f]{32})-.*");
    private static final Pattern ID = Pattern.compile("(?!0+$)[0-9a-zA-Z_.:-]{1,128}");

    /** Methods by which a request is asked for a header; none for classes that are no requests of HTTP. */
    private static final ClassValue<Optional<Method>> GET_HEADER = new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
            return getHeader(type);
        }
    };

    private Traces() {}

    private static Optional<Method> getHeader(@Nullable Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> one : each.getInterfaces()) {
                Optional<Method> found = getHeaderOf(one);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Method> getHeaderOf(Class<?> type) {
        if (!type.getName().endsWith(".servlet.http.HttpServletRequest")) {
            return getHeader(type);
        }
        try {
            return Optional.of(type.getMethod("getHeader", String.class));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }

    /** Whether a value of this key in the context of log lines is an id. */
    static boolean isLogged(Object key) {
        return key instanceof String && LOGGED.contains(key);
    }

    /** The id that a request brings with it; null if it has none, or is no request. On the thread that handles it. */
    static @Nullable String ofRequest(@Nullable Object request) {
        Optional<Method> getHeader = request == null ? Optional.empty() : GET_HEADER.get(request.getClass());
        if (getHeader.isEmpty()) {
            return null;
        }
        for (String header : HEADERS) {
            try {
                String id = id(getHeader.get().invoke(request, header));
                if (!id.isEmpty()) {
                    return id;
                }
            } catch (IllegalAccessException | InvocationTargetException e) {
                return null; // The server has taken it back.
            }
        }
        return null;
    }

    /**
     * The id in what was seen of a trace.
     *
     * @param seen an id, a header, or a context of OpenTelemetry; null for nothing
     * @return empty if there is none
     */
    static String id(@Nullable Object seen) {
        if (seen instanceof String text) {
            Matcher parent = PARENT.matcher(text);
            Matcher single = SINGLE.matcher(text);
            String id = parent.matches() ? parent.group(1) : single.matches() ? single.group(1) : text;
            return ID.matcher(id).matches() ? id : "";
        }
        return seen == null ? "" : ofContext(seen);
    }

    /** The id of the span in a context of OpenTelemetry, in whatever package its classes are. */
    private static String ofContext(Object context) {
        try {
            for (Class<?> type : context.getClass().getInterfaces()) {
                if (type.getName().endsWith(".context.Context")) {
                    String api = type.getName().replace(".context.Context", ".api.trace.Span");
                    Class<?> span = Class.forName(api, false, type.getClassLoader());
                    Object current = span.getMethod("fromContext", type).invoke(null, context);
                    Object spanContext = span.getMethod("getSpanContext").invoke(current);
                    Class<?> spanContexts = span.getMethod("getSpanContext").getReturnType();
                    return id(spanContexts.getMethod("getTraceId").invoke(spanContext));
                }
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // The context is of another version, or comes without the classes for traces.
        }
        return "";
    }
}
