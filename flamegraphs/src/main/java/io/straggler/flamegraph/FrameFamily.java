package io.straggler.flamegraph;

import io.straggler.model.FrameKind;

/**
 * Family that two frames of equal name must share to be the same code: how Java code was compiled does not make it
 * other code.
 */
enum FrameFamily {
    JAVA,
    NATIVE,
    CPP,
    KERNEL,
    UNSEEN;

    static FrameFamily of(FrameKind kind) {
        return switch (kind) {
            case INTERPRETED, COMPILED, COMPILED_C1, INLINED, JAVA -> JAVA;
            case NATIVE -> NATIVE;
            case CPP -> CPP;
            case KERNEL -> KERNEL;
            case UNSEEN -> UNSEEN;
        };
    }
}
