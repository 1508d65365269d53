package io.straggler.model;

/** Whether a run's figures mean what they seem to. */
public enum RunStatus {
    /** The schedule was kept. */
    OK("ok"),
    /** The rate could not be kept: latencies grow with the length of the run. */
    SATURATED("saturated"),
    /** Something broke: what had been measured until then is kept. */
    FAILED("failed");

    private final String label;

    RunStatus(String label) {
        this.label = label;
    }

    /** The word that files and terminal use. */
    public String label() {
        return label;
    }
}
