package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.text.Spelled;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints the script by which a shell completes commands, options and their values.
@Command(name = "completion")
final class CompletionCommand implements Callable<Integer> {

  enum Shell {
    BASH,
    ZSH
  }

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh")
  private Shell shell;

  @Override
  public Integer call() {
    Program program = Program.of(spec);
    CommandLine root = spec.root().commandLine();
    nameWords(root, program.screenshot);
    TextPrinter lines = new TextPrinter(program.environment);
    AutoComplete.bash(root.getCommandName(), root).lines().forEach(lines::line);
    lines.flush();
    return ExitCode.FINE.number();
  }

  /// Replaces the options of a command and of those below it by ones with their words.
  private static void nameWords(CommandLine command, Screenshot screenshot) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : List.copyOf(spec.options())) {
      List<String> words = words(option, screenshot);
      if (!words.isEmpty()) {
        spec.remove(option);
        spec.addOption(option.toBuilder().completionCandidates(words).build());
      }
    }
    command.getSubcommands().values().forEach(each -> nameWords(each, screenshot));
  }

  /// The words that an option takes, as they are typed; empty if it takes any text.
  private static List<String> words(OptionSpec option, Screenshot screenshot) {
    if (option.longestName().equals("--pane")) {
      return screenshot.panes();
    }
    List<Class<?>> types = new ArrayList<>(List.of(option.auxiliaryTypes()));
    types.add(option.type());
    for (Class<?> type : types) {
      if (type.isEnum()) {
        return Arrays.stream(type.getEnumConstants())
            .map(constant -> Spelled.of((Enum<?>) constant))
            .toList();
      }
    }
    return option.paramLabel().contains("|")
        ? List.of(option.paramLabel().split("\\|"))
        : List.of();
  }
}
