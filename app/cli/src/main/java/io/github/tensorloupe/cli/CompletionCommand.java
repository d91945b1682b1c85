package io.github.tensorloupe.cli;

import module java.base;

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

  /// The shells with a script; one script serves both.
  enum Shell {
    BASH,
    ZSH
  }

  private final CommandEnvironment environment;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "bash|zsh")
  private Shell shell;

  CompletionCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    TextPrinter lines = new TextPrinter(environment);
    script(spec.root().commandLine()).lines().forEach(lines::line);
    lines.flush();
    return ExitCode.FINE.number();
  }

  /// The script for a program. Replaces the options of its commands by ones with their words.
  static String script(CommandLine root) {
    nameWords(root);
    return AutoComplete.bash(root.getCommandName(), root);
  }

  private static void nameWords(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : List.copyOf(spec.options())) {
      List<String> words = words(option);
      if (!words.isEmpty()) {
        spec.remove(option);
        spec.addOption(option.toBuilder().completionCandidates(words).build());
      }
    }
    command.getSubcommands().values().forEach(CompletionCommand::nameWords);
  }

  /// The words that an option takes, as they are typed; empty if it takes any text.
  private static List<String> words(OptionSpec option) {
    if (option.longestName().equals("--pane")
        && option.command().userObject() instanceof ScreenshotCommand screenshot) {
      return screenshot.panes();
    }
    List<Class<?>> types = new ArrayList<>(List.of(option.auxiliaryTypes()));
    types.add(option.type());
    for (Class<?> type : types) {
      if (type.isEnum()) {
        return Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList();
      }
    }
    return option.paramLabel().contains("|")
        ? List.of(option.paramLabel().split("\\|"))
        : List.of();
  }
}
