package io.straggler.sampler;

/** Waits for threads that are about to end, so that what they hold can be given back. */
final class Threads {
    private Threads() {}

    /** Waits until the thread has ended, if it was started. If the caller was or is interrupted, it stays so, and the wait goes on. */
    static void joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
