package io.straggler.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of commands with many options: in sections, in the order in which one thinks of a measurement. */
final class HelpSections implements IHelpSectionRenderer {
    /** Fewer can be read as one list. */
    private static final int MANY = 16;

    private static final String REST = "Help";

    private static final Map<String, List<String>> NAMES = new LinkedHashMap<>();

    static {
        NAMES.put(
                "What is measured",
                List.of(
                        "--classpath",
                        "--classpath-a",
                        "--classpath-b",
                        "--jvm-arg",
                        "--jvm-arg-a",
                        "--jvm-arg-b",
                        "--jlbh",
                        "--jmh",
                        "--jmh-param",
                        "--different-tasks",
                        "--iterations",
                        "--where",
                        "--by",
                        "--series",
                        "--unit"));
        NAMES.put(
                "What is pinged",
                List.of("--transport", "--size", "--host", "--port", "--server", "--listen", "--server-pin"));
        NAMES.put("How fast", List.of("--rate", "--rates", "--steps", "--arrivals", "--seed", "--spin"));
        NAMES.put(
                "How long",
                List.of(
                        "--duration",
                        "--count",
                        "--warmup",
                        "--runs",
                        "--pause",
                        "--forks",
                        "--rounds",
                        "--max-duration",
                        "--timeout"));
        NAMES.put(
                "What is looked for",
                List.of("--slo", "--percentile", "--precision", "--min-pairs", "--confirm", "--order-seed"));
        NAMES.put("What is late", List.of("--threshold", "--sample-after"));
        NAMES.put(
                "How it is watched",
                List.of(
                        "--sampler",
                        "--sampler-a",
                        "--sampler-b",
                        "--normal-samples",
                        "--sample-period",
                        "--measure-overhead",
                        "--jfr",
                        "--jfr-a",
                        "--jfr-b",
                        "--jitter",
                        "--jitter-cores",
                        "--pin"));
        NAMES.put("Gates", List.of("--fail-if", "--require", "--allow-undecided", "--junit", "--markdown"));
        NAMES.put("Output", List.of("--names", "--label", "--out", "--json", "--hgrm", "--relative-to", "--quiet"));
    }

    private HelpSections() {}

    /** For all commands below. */
    static void apply(CommandLine command) {
        if (command.getCommandSpec().options().size() >= MANY) {
            command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpSections());
        }
        command.getSubcommands().values().forEach(HelpSections::apply);
    }

    /** Options by heading, in the order of the help. */
    static Map<String, List<OptionSpec>> sections(List<OptionSpec> options) {
        Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
        List<OptionSpec> left = new ArrayList<>(options);
        NAMES.forEach((heading, names) -> {
            List<OptionSpec> found = left.stream()
                    .filter(option -> names.contains(option.longestName()))
                    .toList();
            left.removeAll(found);
            if (!found.isEmpty()) {
                sections.put(heading, found);
            }
        });
        sections.put(REST, left);
        return sections;
    }

    @Override
    public String render(Help help) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
        StringBuilder text = new StringBuilder();
        sections(options).forEach((heading, some) -> {
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(some, help.createDefaultParamLabelRenderer());
            text.append(String.format("%n"))
                    .append(heading)
                    .append(String.format(":%n"))
                    .append(layout);
        });
        return text.toString();
    }
}
