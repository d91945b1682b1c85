package io.github.tensorloupe.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Says how a command is used, as its `--help` does.
@Command(name = "help", description = "Say how a command is used.")
final class HelpCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description =
          "The command, such as check, or metadata set; if not given, all of them are listed.")
  private List<String> names = List.of();

  @Override
  public Integer call() {
    CommandLine command = spec.root().commandLine();
    HelpTexts.addTo(command);
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            spec.commandLine(),
            "Unknown command: '%s'%s"
                .formatted(name, Spelling.suggestion(name, command.getSubcommands().keySet())));
      }
      command = next;
    }
    command.usage(command.getOut());
    return ExitCode.FINE.number();
  }
}
