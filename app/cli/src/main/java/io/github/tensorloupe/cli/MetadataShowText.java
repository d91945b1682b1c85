package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.text.Quantities;

/// What `metadata show` tells a person: a line per file, and below it a line per entry.
final class MetadataShowText implements InfoPrinter {

  private static final int VALUE_LIMIT = 2000;

  private final TextLines lines;

  MetadataShowText(TextLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Report report, Header header) {
    if (report.verdict() == Verdict.UNREADABLE) {
      return;
    }
    String path = lines.paint(Style.STRONG, TextLines.shown(report.location().text()));
    String count =
        header
            .metadata()
            .map(metadata -> metadata.entries().size())
            .map(size -> Quantities.count(size) + (size == 1 ? " entry" : " entries"))
            .orElse("no metadata");
    lines.line(path + ": " + count);
    header.metadata().ifPresent(metadata -> lines.entries(metadata, VALUE_LIMIT));
    lines.flush();
  }
}
