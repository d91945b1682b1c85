package io.github.tensorloupe.cli;

import io.github.tensorloupe.cli.Columns.Column;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.manifest.FileChange;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.TensorChange;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import io.github.tensorloupe.text.Quantities;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What `manifest check` tells a person: a line for each tensor that differs, then for each file,
/// then the sum.
///
/// @param place of the manifest
record ManifestCheckText(TextLines lines, Location place) implements ManifestCheckPrinter {

  @Override
  public void print(Manifest manifest, ManifestReport report) {
    List<TensorChange> differing =
        report.tensors().stream().filter(tensor -> tensor.kind() != Kind.EQUAL).toList();
    Columns columns = new Columns(Column.text(""), Column.text(""), Column.text(""));
    differing.forEach(tensor -> columns.measure(cells(tensor)));
    for (TensorChange tensor : differing) {
      lines.line(lines.paint(style(tensor.kind()), columns.row(cells(tensor))));
    }
    report.files().stream()
        .filter(file -> file.kind() != FileChange.Kind.EQUAL)
        .forEach(this::print);
    lines.line(TextLines.shown(summary(manifest, report)));
    lines.flush();
  }

  private static String[] cells(TensorChange tensor) {
    return new String[] {tensor.kind().word(), DisplayText.of(tensor.name()), detail(tensor)};
  }

  private static String detail(TensorChange tensor) {
    String file = DisplayText.of(tensor.file(), 200);
    return switch (tensor.kind()) {
      case EQUAL, NEW, MISSING, UNREADABLE -> file;
      case CUT -> "%s: its bytes are not all there".formatted(file);
      case CHANGED -> "%s: %s".formatted(file, changed(tensor));
      case RENAMED ->
          "%s: was %s".formatted(file, DisplayText.of(tensor.was().orElseThrow().info().name()));
      case MOVED ->
          "%s: was in %s, at byte %s of the data"
              .formatted(
                  file,
                  DisplayText.of(tensor.was().orElseThrow().file(), 200),
                  Quantities.count(tensor.was().orElseThrow().info().begin()));
    };
  }

  private static String changed(TensorChange tensor) {
    TensorInfo was = tensor.was().orElseThrow().info();
    TensorInfo is = tensor.is().orElseThrow().info();
    if (was.dtype() == is.dtype() && was.shape().equals(is.shape())) {
      return "other bytes";
    }
    return "was %s %s, is %s %s"
        .formatted(
            was.dtype(),
            DisplayText.of(was.shape().toString()),
            is.dtype(),
            DisplayText.of(is.shape().toString()));
  }

  private static Style style(Kind kind) {
    return kind.isLoss() ? Style.BAD : Style.NOTABLE;
  }

  private void print(FileChange file) {
    String name = DisplayText.of(file.name(), 200);
    String sentence =
        switch (file.kind()) {
          case EQUAL -> throw new IllegalArgumentException(name);
          case MISSING -> "The file %s is missing.".formatted(name);
          case NEW -> "The file %s is new.".formatted(name);
          case HEADER_CHANGED ->
              "The header of %s has changed; edited metadata do that.".formatted(name);
          case LENGTH_CHANGED ->
              "The file %s has %s now and had %s."
                  .formatted(
                      name,
                      Figures.count(file.is().orElseThrow().file().bytes().length(), "byte"),
                      Figures.count(file.was().orElseThrow().byteLength(), "byte"));
        };
    lines.line(lines.paint(Style.FAINT, sentence));
  }

  private String summary(Manifest manifest, ManifestReport report) {
    String since = "in %s of %s".formatted(place.text(), manifest.created());
    if (report.isEqual()) {
      return "All %s are as %s.".formatted(Figures.count(report.tensors().size(), "tensor"), since);
    }
    String differences =
        Arrays.stream(Kind.values())
            .filter(kind -> report.count(kind) > 0)
            .map(kind -> Quantities.count(report.count(kind)) + " " + kind.word())
            .collect(Collectors.joining(", "));
    return "Not all as %s: %s.".formatted(since, differences);
  }

  @Override
  public void printFailure(String why) {}
}
