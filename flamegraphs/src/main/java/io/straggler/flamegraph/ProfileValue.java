package io.straggler.flamegraph;

import io.straggler.diagnosis.WeightedStack;

/** What a stack is worth in the formats of profilers. */
enum ProfileValue {
    TIME("time", "nanoseconds"),
    CAPTURES("captures", "count");

    private final String type;
    private final String unit;

    ProfileValue(String type, String unit) {
        this.type = type;
        this.unit = unit;
    }

    String type() {
        return type;
    }

    String unit() {
        return unit;
    }

    long of(WeightedStack stack) {
        return this == TIME ? stack.weightNs() : stack.samples();
    }
}
