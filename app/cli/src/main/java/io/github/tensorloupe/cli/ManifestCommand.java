package io.github.tensorloupe.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What stands before the subcommands for manifests.
@Command(
    name = "manifest",
    description = {
      "Keep the checksum of every tensor, and check later what has changed.",
      "",
      "A manifest is a JSON file with the SHA-256 of the bytes of each tensor. Editing the metadata"
          + " changes no tensor."
    },
    synopsisSubcommandLabel = "COMMAND")
final class ManifestCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
