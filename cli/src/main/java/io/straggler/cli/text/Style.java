package io.straggler.cli.text;

import io.straggler.model.RunStatus;

/** Style in which a line of a terminal stands out. */
public enum Style {
    PLAIN(""),
    BOLD("1"),
    RED("31"),
    GREEN("32"),
    YELLOW("33");

    private static final String BEGIN = "\u001B[";
    private static final String END = BEGIN + "0m";

    private final String code;

    Style(String code) {
        this.code = code;
    }

    /** Style of a run that ended so. */
    public static Style of(RunStatus status) {
        return switch (status) {
            case OK -> PLAIN;
            case SATURATED -> YELLOW;
            case FAILED -> RED;
        };
    }

    /** The text between the sequences that switch this style on and off. */
    String on(String text) {
        return this == PLAIN || text.isEmpty() ? text : BEGIN + code + "m" + text + END;
    }
}
