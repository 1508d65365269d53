package io.straggler.jlbh.users;

/** Has a main, and forgets what for. */
public final class NeverStarts {
    private NeverStarts() {}

    public static void main(String[] args) {
        System.out.println("hello");
    }
}
