package io.straggler.model;

import java.util.List;

/**
 * Where a watched thread of an asynchronous task was while no iteration was in flight: mostly, where it waits for work.
 *
 * @param osThreadId the thread
 * @param methods class and name of each Java method, the outermost first, as {@link Thread#getStackTrace()} names them
 */
public record IdleStack(long osThreadId, List<String> methods) {
    public IdleStack {
        methods = List.copyOf(methods);
    }
}
