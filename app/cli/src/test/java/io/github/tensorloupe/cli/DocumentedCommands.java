package io.github.tensorloupe.cli;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// The commands as described by their help.
final class DocumentedCommands {

  private DocumentedCommands() {}

  /// Returns the program, all its commands, and their subcommands.
  static Stream<CommandLine> all() {
    return withAllBelow(root());
  }

  static CommandLine root() {
    CommandEnvironment nowhere =
        new CommandEnvironment(
            Path.of(""), OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
    return new CommandLineInterface(nowhere, request -> {}).documented();
  }

  private static Stream<CommandLine> withAllBelow(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(DocumentedCommands::withAllBelow));
  }

  static String help(CommandLine command) {
    return command.getUsageMessage(Ansi.OFF);
  }

  /// Returns the commands of a text that run this program, as shell words. Joins continuation
  /// lines, and ignores pipes and redirections.
  ///
  /// @param indent the text before the first word of each line
  static List<List<String>> runs(List<String> lines, String indent) {
    List<List<String>> runs = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    for (String line : lines) {
      if (command.isEmpty() && !line.startsWith(indent + "tensorloupe ")) {
        continue;
      }
      boolean continues = line.endsWith("\\");
      command.append(continues ? line.substring(0, line.length() - 1) : line).append(' ');
      if (!continues) {
        List<String> words = ShellWords.of(command.toString());
        runs.add(words.subList(1, words.size()));
        command.setLength(0);
      }
    }
    return runs;
  }
}
