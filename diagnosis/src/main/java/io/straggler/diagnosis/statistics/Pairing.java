package io.straggler.diagnosis.statistics;

/** How the forks of two sides belong together. */
public enum Pairing {
    /** Fork i of one side ran next to fork i of the other, so that both saw the machine in the same state. */
    PAIRED,
    /** The sides were measured independently of each other. */
    UNPAIRED
}
