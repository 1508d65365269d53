package io.straggler.benchmarks.recording;

import io.straggler.benchmarks.support.Work;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Event;
import jdk.jfr.Name;

/** Events that the rest of an application leaves in a recording: the same in each of a number of rounds. */
final class OtherThread implements Runnable {
    private static final int REQUESTS = 15;
    private static final int PARKS = 3;
    private static final Object MONITOR = new Object();
    private static volatile byte[] garbage;

    private final int rounds;
    private long kept;

    OtherThread(int rounds) {
        this.rounds = rounds;
    }

    @Name("application.Request")
    static final class Request extends Event {
        long number;
        String path = "/orders";
    }

    @Override
    public void run() {
        for (int i = 0; i < rounds; i++) {
            for (int k = 0; k < REQUESTS; k++) {
                Request request = new Request();
                request.begin();
                request.number = i;
                garbage = new byte[2_000];
                request.commit();
            }
            for (int k = 0; k < PARKS; k++) {
                LockSupport.parkNanos(30_000);
            }
            synchronized (MONITOR) {
                kept += Work.rounds(kept, 20_000);
            }
        }
    }
}
