package io.github.tensorloupe.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;

/// What people want to do, and the commands for it.
enum CommandGroup {
  LOOK("Look", "info", "stats", "library", "screenshot"),
  CHECK("Check", "check", "verify", "hash"),
  EDIT("Edit", "metadata"),
  RESCUE("Rescue", "salvage", "repair", "index", "recover"),
  COMPARE("Compare and keep", "manifest", "duplicates", "export"),
  OTHER("Other", "demo", "completion", "help");

  private static final int NAME_COLUMN = 14;

  private final String heading;
  private final List<String> commands;

  CommandGroup(String heading, String... commands) {
    this.heading = heading;
    this.commands = List.of(commands);
  }

  /// The names of the commands in all groups.
  static List<String> allCommands() {
    return Arrays.stream(values()).flatMap(group -> group.commands.stream()).toList();
  }

  /// The list of all commands for the help of the program.
  static String list(Help help) {
    return Arrays.stream(values()).map(group -> group.rows(help)).collect(Collectors.joining());
  }

  private String rows(Help help) {
    int width = help.commandSpec().usageMessage().width();
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_COLUMN, 2, Overflow.SPAN),
            new Column(width - NAME_COLUMN, 2, Overflow.WRAP));
    for (String command : commands) {
      Help each = help.subcommands().get(command);
      String description = each.commandSpec().usageMessage().description()[0];
      table.addRowValues(
          help.colorScheme().commandText(command), help.colorScheme().text(description));
    }
    return String.format("%n%s:%n%s", heading, table);
  }
}
