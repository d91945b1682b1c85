package io.github.tensorloupe.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// What stands before the subcommand.
@Command(
    name = "tensorloupe",
    description = "A viewer and editor for .safetensors files.",
    customSynopsis = {
      "tensorloupe [PATH...]                 open the window",
      "       tensorloupe COMMAND [OPTION...] ARGUMENT...",
      "       tensorloupe COMMAND --help"
    },
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:findings of severity error",
      "2:wrong usage, an unreadable path, or something could not be written"
    },
    versionProvider = Version.class)
final class RootCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Say how it is used.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
