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
    description = {
      "A viewer and editor for .safetensors files.",
      "",
      "It says what they are, whether they are damaged and where their numbers are NaN, and edits"
          + " their metadata, never the tensors."
    },
    customSynopsis = {
      "tensorloupe [PATH...]                 open the window",
      "       tensorloupe COMMAND [OPTION...] ARGUMENT...",
      "       tensorloupe COMMAND --help"
    },
    versionProvider = Version.class)
final class RootCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  private boolean version;

  @Option(
      names = CommandLineInterface.NEW_PROCESS,
      description =
          "Before paths: open the window in a process of its own, also where one runs that would"
              + " open them.")
  private boolean newProcess;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
