package io.straggler.model;

/** Kind of code that a stack frame runs. */
public enum FrameKind {
    INTERPRETED("interpreted"),
    COMPILED("compiled"),
    COMPILED_C1("compiled (C1)"),
    INLINED("inlined"),
    /** Java code; the source of the stack does not say whether it was interpreted or compiled. */
    JAVA("Java"),
    NATIVE("native"),
    CPP("JVM"),
    KERNEL("kernel"),
    /** Not code: an interval of time that no stack covers, named in brackets. */
    UNSEEN("not seen");

    private final String label;

    FrameKind(String label) {
        this.label = label;
    }

    /** Whether it is the machine's own code: a library's, the JVM's or the kernel's. */
    public boolean isNative() {
        return this == NATIVE || this == CPP || this == KERNEL;
    }

    /** Returns the kind in words, in lower case unless it is a name. */
    public String label() {
        return label;
    }
}
