package io.github.tensorloupe.cli;

import picocli.CommandLine.Command;

/// Prints the metadata of files.
@Command(
    name = "show",
    description = "Print the metadata; with --json all of it, else long values are cut.")
final class MetadataShowCommand extends HeaderCommand {

  MetadataShowCommand(Surroundings surroundings, FileOpener opener) {
    super(surroundings, opener);
  }

  @Override
  InfoPrinter printer(boolean json) {
    return json
        ? new MetadataShowJson(new JsonLines(surroundings().out()))
        : new MetadataShowText(new TextLines(surroundings()));
  }
}
