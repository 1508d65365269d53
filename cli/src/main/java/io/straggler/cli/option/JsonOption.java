package io.straggler.cli.option;

import picocli.CommandLine.Option;

/** Where the JSON of a result goes, for commands whose result is one document. */
public final class JsonOption {
    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description =
                    "Also writes the result as JSON there; - is standard output, and the text then goes to standard"
                            + " error.")
    private String json;

    public JsonDestination destination() {
        return new JsonDestination(json);
    }
}
