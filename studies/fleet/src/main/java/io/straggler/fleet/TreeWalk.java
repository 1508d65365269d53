package io.straggler.fleet;

import io.straggler.fleet.StackTree.Node;
import io.straggler.model.StackFrame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Visits the nodes of a tree, each before its callees, these in order. The path is on the heap: recordings have stacks deeper than the stack of the thread
 * that reads them. Callees of visited nodes must not change until the walk is over. Not thread-safe.
 */
final class TreeWalk {
    private final Deque<Iterator<Map.Entry<StackFrame, Node>>> unvisited = new ArrayDeque<>();
    private final Node root;
    private @Nullable Node node;
    private @Nullable StackFrame frame;

    TreeWalk(Node root) {
        this.root = root;
    }

    /** Goes on to the next node, at first to the root; {@code false} when there is none. */
    boolean next() {
        if (node == null) {
            enter(root, null);
            return true;
        }
        while (!unvisited.isEmpty()) {
            if (unvisited.getLast().hasNext()) {
                Map.Entry<StackFrame, Node> callee = unvisited.getLast().next();
                enter(callee.getValue(), callee.getKey());
                return true;
            }
            unvisited.removeLast();
        }
        return false;
    }

    private void enter(Node entered, @Nullable StackFrame by) {
        node = entered;
        frame = by;
        unvisited.addLast(entered.callees.entrySet().iterator());
    }

    Node node() {
        return Objects.requireNonNull(node, "next() comes first");
    }

    /** The frame of the node; the root has none. */
    StackFrame frame() {
        return Objects.requireNonNull(frame, "the root has no frame");
    }

    /** Number of frames that lead to the node. */
    int depth() {
        return unvisited.size() - 1;
    }
}
