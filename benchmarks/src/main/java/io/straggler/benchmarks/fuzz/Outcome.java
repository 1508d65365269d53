package io.straggler.benchmarks.fuzz;

/** Outcomes of a command on a file: the first two are right, the others are columns of failures. */
enum Outcome {
    LINE("one line"),
    REPORT("report made"),
    DEFECT("defects"),
    TRACE("traces"),
    HANG("hangs"),
    MEMORY("memory"),
    WRITE("writes"),
    OUTPUT("output");

    private final String column;

    Outcome(String column) {
        this.column = column;
    }

    /** Returns the head of the outcome's column in the table. */
    String column() {
        return column;
    }

    boolean failure() {
        return this != LINE && this != REPORT;
    }
}
