package io.straggler.model;

/** Amounts of knowledge that are asked of the kernel about threads without a core, the most first. */
public enum Witness {
    /** Everything that the kernel permits and that costs little: also who woke up watched threads, and who had the cores. */
    AUTO("auto"),
    /** When measured threads had no core. */
    SWITCHES("switches"),
    /** Nothing: times without a core are inferred from scheduler statistics. */
    OFF("off");

    private final String label;

    Witness(String label) {
        this.label = label;
    }

    /** The word that the command line uses. */
    public String label() {
        return label;
    }
}
