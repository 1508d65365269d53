package io.straggler.jlbh.users;

/** Cannot even begin. */
public final class Unlucky {
    private Unlucky() {}

    public static void main(String[] args) {
        throw new IllegalStateException("no such host");
    }
}
