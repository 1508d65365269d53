package io.straggler.model;

/** What kind of code a stack frame runs. */
public enum FrameKind {
    INTERPRETED("interpreted"),
    COMPILED("compiled"),
    COMPILED_C1("compiled (C1)"),
    INLINED("inlined"),
    /** Java code of which the source of the stack does not say how it ran. */
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

    /** As people read it, in lower case unless it is a name. */
    public String label() {
        return label;
    }
}
