package io.github.tensorloupe.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING;

import module java.base;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/// The texts and layout of `--help`.
///
/// All texts are in `usage.properties`, which is loaded only for printing help. Keys without a
/// command name describe options common to several commands.
final class UsageHelp {

  private static final int WIDTH = 80;
  private static final int NAME_COLUMN = 14;

  record Group(String heading, String... commands) {

    private String list(Help help) {
      TextTable table =
          TextTable.forColumns(
              help.colorScheme(),
              new Column(NAME_COLUMN, 2, Overflow.SPAN),
              new Column(WIDTH - NAME_COLUMN, 2, Overflow.WRAP));
      for (String command : commands) {
        Help each = help.subcommands().get(command);
        String description = each.commandSpec().usageMessage().description()[0];
        table.addRowValues(
            help.colorScheme().commandText(command), help.colorScheme().text(description));
      }
      return String.format("%n%s:%n%s", heading, table);
    }
  }

  static final List<Group> GROUPS =
      List.of(
          new Group("Look", "info", "stats", "lora", "library", "screenshot"),
          new Group("Check", "check", "watch", "survey", "verify", "hash", "quantization"),
          new Group("Edit", "metadata"),
          new Group("Rescue", "salvage", "repair", "index", "recover"),
          new Group("Compare and keep", "compare", "manifest", "duplicates", "export", "convert"),
          new Group("Other", "demo", "completion", "help"));

  private UsageHelp() {}

  static void addTo(CommandLine root) {
    String bundle = UsageHelp.class.getPackageName() + ".usage";
    root.setResourceBundle(ResourceBundle.getBundle(bundle, Locale.ROOT));
    root.setUsageHelpWidth(WIDTH);
    root.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST_HEADING, _ -> "");
    root.getHelpSectionMap()
        .put(
            SECTION_KEY_COMMAND_LIST,
            help -> GROUPS.stream().map(group -> group.list(help)).collect(Collectors.joining()));
  }
}
