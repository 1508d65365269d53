package io.straggler.fleet.result;

/** A recording that is not part of the result, and why not, in a sentence. */
public record SkippedSource(String source, String why) {}
