package io.straggler.benchmarks.sampling;

import io.straggler.benchmarks.support.Work;
import java.io.IOException;

/** Keeps a core busy until the process that started it closes its standard input, or is gone. */
final class Hog {
    static final String BUSY = "busy";

    private Hog() {}

    public static void main(String[] args) {
        Thread parent = new Thread(Hog::endWithParent, "parent");
        parent.setDaemon(true);
        parent.start();
        System.out.println(BUSY);
        long kept = 1;
        while (kept != 0) {
            kept = Work.rounds(kept, 1_000_000);
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {}
        } catch (IOException e) {
            // A pipe that broke tells the same.
        }
        Runtime.getRuntime().halt(0);
    }
}
