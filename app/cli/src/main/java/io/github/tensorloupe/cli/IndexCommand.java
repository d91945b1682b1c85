package io.github.tensorloupe.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What stands before the subcommands for indexes.
@Command(
    name = "index",
    description = {
      "Write indexes of sharded checkpoints.",
      "",
      "\"check\" says what is wrong with the index that is there."
    },
    synopsisSubcommandLabel = "COMMAND")
final class IndexCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
