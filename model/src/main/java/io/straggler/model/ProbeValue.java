package io.straggler.model;

/** A duration that the task reported through a probe while one iteration was in flight. */
public record ProbeValue(String probe, long durationNs) {}
