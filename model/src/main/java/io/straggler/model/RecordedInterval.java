package io.straggler.model;

/**
 * One interval of one series as a recording keeps it, so that a recording alone is enough for a report.
 *
 * @param series name of the series
 * @param startEpochMs wall clock
 * @param endEpochMs wall clock
 * @param histogram an HdrHistogram in its compressed format, Base64
 */
public record RecordedInterval(String series, long startEpochMs, long endEpochMs, String histogram) {}
