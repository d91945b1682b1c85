package io.github.tensorloupe.cli;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// The commands as their help describes them.
final class DocumentedCommands {

  private DocumentedCommands() {}

  /// The program, all its commands, and those below them.
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

  /// The lines of a text that run this program, each with those that continue it, as words of a
  /// shell. What follows a pipe or a redirection is left out.
  ///
  /// @param indent what stands before the first word of each line
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
