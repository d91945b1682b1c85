package io.github.tensorloupe.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What stands before the subcommands for metadata.
@Command(
    name = "metadata",
    description = {
      "Show and edit the metadata of files.",
      "",
      "The tensors never change, and a file that is saved is entirely the new one, or after a"
          + " failure entirely the old one. After a crash, the next edit or \"recover\" sees to"
          + " that."
    },
    synopsisSubcommandLabel = "COMMAND")
final class MetadataCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
