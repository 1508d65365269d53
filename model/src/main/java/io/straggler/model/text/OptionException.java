package io.straggler.model.text;

/** An option has a value that it cannot have: which option, and what is wrong with the value. */
public final class OptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String option;
    private final String wrong;
    private final String given;

    /**
     * @param option as the program calls it, such as {@code arm delay}
     * @param message a sentence without a stop
     */
    public OptionException(String option, String message) {
        super(message);
        this.option = option;
        this.wrong = message;
        this.given = "";
    }

    /**
     * Creates the exception with a message such as {@code arm delay must not be negative: armDelayNs=-1}.
     *
     * @param option as the program calls it, such as {@code arm delay}
     * @param rule what its value has to be, such as {@code must not be negative}
     * @param given the value by its name, such as {@code armDelayNs=-1}
     */
    public OptionException(String option, String rule, String given) {
        super(option + " " + rule + ": " + given);
        this.option = option;
        this.wrong = rule;
        this.given = given;
    }

    /** The option, as the program calls it. */
    public String option() {
        return option;
    }

    /** The rule, or a whole message without one, for messages that name the option and its value otherwise. */
    public String wrong() {
        return wrong;
    }

    /** This refusal with another name of the option. */
    public OptionException named(String name) {
        return given.isEmpty() ? new OptionException(name, wrong) : new OptionException(name, wrong, given);
    }
}
