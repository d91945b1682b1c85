package io.github.tensorloupe.cli;

import picocli.CommandLine.Command;

/// Prints the metadata and the tensors of files.
@Command(name = "info", description = "Print the metadata and the list of tensors.")
final class InfoCommand extends HeaderCommand {

  InfoCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings, opener);
  }

  @Override
  InfoPrinter printer(boolean json) {
    return json
        ? new InfoJson(new JsonLines(surroundings().out()))
        : new InfoText(new TextLines(surroundings()));
  }
}
