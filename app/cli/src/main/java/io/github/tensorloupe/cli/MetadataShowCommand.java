package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Quantities;
import picocli.CommandLine.Command;

@Command(name = "show")
final class MetadataShowCommand extends ReadingCommand {

  private static final int VALUE_LIMIT = 2000;

  @Override
  ExitCode process(OpenedFile opened) {
    errors.printErrors(opened.report());
    print(opened.report(), opened.header());
    return opened.report().exitCode();
  }

  @Override
  void printUnreadable(Report report) {
    print(report, Header.EMPTY);
  }

  private void print(Report report, Header header) {
    printJson(
        new JsonObject(report.location())
            .with("metadata", header.metadata().map(Metadata::entries)));
    // The metadata of a refused file may be unknown.
    if (report.verdict().isGood() || header.metadata().isPresent()) {
      printText(text -> print(report.location(), header, text));
    }
  }

  private static void print(Location location, Header header, TextPrinter text) {
    String path = text.heading(location);
    String count =
        header
            .metadata()
            .map(metadata -> metadata.entries().size())
            .map(size -> Quantities.formatCount(size) + (size == 1 ? " entry" : " entries"))
            .orElse("no metadata");
    text.line(path + ": " + count);
    header.metadata().ifPresent(metadata -> text.entries(metadata, VALUE_LIMIT));
  }
}
