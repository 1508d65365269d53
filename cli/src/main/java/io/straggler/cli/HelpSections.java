package io.straggler.cli;

import io.straggler.cli.option.HelpSection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of commands with many options: in sections. */
final class HelpSections implements IHelpSectionRenderer {
    /** Fewer can be read as one list. */
    private static final int MANY = 16;

    private HelpSections() {}

    /** Applies the sections to all commands below. */
    static void apply(CommandLine command) {
        if (command.getCommandSpec().options().size() >= MANY) {
            command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new HelpSections());
        }
        command.getSubcommands().values().forEach(HelpSections::apply);
    }

    /** Options by section, in the order of the help. */
    static Map<HelpSection, List<OptionSpec>> sections(List<OptionSpec> options) {
        return options.stream()
                .collect(Collectors.groupingBy(
                        option -> HelpSection.of(option.longestName()), TreeMap::new, Collectors.toList()));
    }

    @Override
    public String render(Help help) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
        StringBuilder text = new StringBuilder();
        sections(options).forEach((section, some) -> {
            Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
            layout.addOptions(some, help.createDefaultParamLabelRenderer());
            text.append(String.format("%n"))
                    .append(section.heading())
                    .append(String.format(":%n"))
                    .append(layout);
        });
        return text.toString();
    }
}
