package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;

/// What `hash` tells a person: the hashes of each file, and once, at the end, what they are for.
final class HashText implements HashPrinter {

  private static final String UNDEFINED = "-";

  private final TextLines lines;
  private final Columns columns = new Columns(Column.text(""), Column.text(""));
  private boolean hasHashes;

  HashText(TextLines lines) {
    this.lines = lines;
    for (HashKind kind : HashKind.values()) {
      columns.measure(kind.title(), "");
    }
  }

  @Override
  public void print(Report report, Optional<FileHashes> hashes) {
    hashes.ifPresent(all -> print(report.location(), all));
  }

  private void print(Location location, FileHashes hashes) {
    hasHashes = true;
    lines.line(lines.paint(Style.STRONG, TextLines.shown(location.text())));
    for (HashKind kind : HashKind.values()) {
      lines.line("  " + columns.row(kind.title(), hashes.get(kind).orElse(UNDEFINED)));
    }
    lines.line("");
    lines.flush();
  }

  @Override
  public void end() {
    if (!hasHashes) {
      return;
    }
    for (HashKind kind : HashKind.values()) {
      String purpose = kind.purpose() + " It " + kind.editEffect().phrase() + ".";
      lines.line(lines.paint(Style.FAINT, columns.row(kind.title(), purpose)));
    }
    lines.flush();
  }
}
