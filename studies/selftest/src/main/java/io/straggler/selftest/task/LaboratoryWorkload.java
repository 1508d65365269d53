package io.straggler.selftest.task;

import io.straggler.selftest.inject.laboratory.SlowCode;

/** Some microseconds of arithmetic, without other threads. */
final class LaboratoryWorkload implements Workload {
    private static final int ROUNDS = 4;

    private long result;

    @Override
    public void work() {
        for (int i = 0; i < ROUNDS; i++) {
            result = SlowCode.checksum(result);
        }
    }
}
