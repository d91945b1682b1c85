package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Column;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.cli.TextPrinter.Table;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.FileChange;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestReport;
import io.github.tensorloupe.integrity.manifest.TensorChange;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import io.github.tensorloupe.text.Quantities;

/// Prints the result of `manifest check`: for programs all tensors and files, for people those that
/// differ, then a summary.
///
/// @param checkpoint the checkpoint that was checked
/// @param place the location of the manifest
record ManifestCheckPrinter(ResultPrinter printer, Location checkpoint, Location place) {

  /// The JSON object for a tensor.
  private record TensorResult(
      String path, String kind, String result, String name, TensorState was, TensorState is) {

    static TensorResult of(Location checkpoint, TensorChange tensor) {
      return new TensorResult(
          checkpoint.text(),
          "tensor",
          tensor.kind().word(),
          tensor.name(),
          tensor
              .was()
              .map(was -> TensorState.of(was.file(), was.info(), Optional.of(was.hash())))
              .orElse(null),
          tensor.is().map(is -> TensorState.of(is.file(), is.info(), is.hash())).orElse(null));
    }
  }

  /// @param sha256 null where the bytes were not all read
  private record TensorState(
      String file, String name, String dtype, Shape shape, long begin, long end, String sha256) {

    static TensorState of(String file, TensorInfo info, Optional<ContentHash> hash) {
      return new TensorState(
          file,
          info.name(),
          info.dtype().name(),
          info.shape(),
          info.begin(),
          info.end(),
          hash.map(ContentHash::hex).orElse(null));
    }
  }

  /// The JSON object for a file.
  private record FileResult(
      String path,
      String kind,
      String result,
      String file,
      OptionalLong lengthBefore,
      OptionalLong lengthNow) {

    static FileResult of(Location checkpoint, FileChange file) {
      return new FileResult(
          checkpoint.text(),
          "file",
          file.kind().word(),
          file.name(),
          file.was().stream().mapToLong(was -> was.byteLength()).findFirst(),
          file.is().stream().mapToLong(is -> is.file().bytes().length()).findFirst());
    }
  }

  /// The last JSON object. All but the places and the message is null where nothing was checked.
  private record SummaryResult(
      String path,
      String kind,
      String manifest,
      String created,
      String program,
      Long changed,
      Long cut,
      Long unreadable,
      Long missing,
      Long renamed,
      Long moved,
      Long new_,
      Long equal,
      Boolean intact,
      String message) {

    static SummaryResult of(
        Location checkpoint, Location place, Manifest manifest, ManifestReport report) {
      return new SummaryResult(
          checkpoint.text(),
          "summary",
          place.text(),
          manifest.created().toString(),
          manifest.program(),
          report.count(Kind.CHANGED),
          report.count(Kind.CUT),
          report.count(Kind.UNREADABLE),
          report.count(Kind.MISSING),
          report.count(Kind.RENAMED),
          report.count(Kind.MOVED),
          report.count(Kind.NEW),
          report.count(Kind.EQUAL),
          report.isIntact(),
          "");
    }

    static SummaryResult ofFailure(Location checkpoint, Location place, String message) {
      return new SummaryResult(
          checkpoint.text(),
          "summary",
          place.text(),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          message);
    }
  }

  /// Prints the differences between the manifest and the checkpoint.
  void print(Manifest manifest, ManifestReport report) {
    report.tensors().forEach(tensor -> printer.printJson(TensorResult.of(checkpoint, tensor)));
    report.files().forEach(file -> printer.printJson(FileResult.of(checkpoint, file)));
    printer.print(
        SummaryResult.of(checkpoint, place, manifest, report),
        text -> print(manifest, report, text));
  }

  /// Prints, for programs, that nothing was checked.
  void printFailure(String message) {
    printer.printJson(SummaryResult.ofFailure(checkpoint, place, message));
  }

  private void print(Manifest manifest, ManifestReport report, TextPrinter text) {
    List<TensorChange> differing =
        report.tensors().stream().filter(tensor -> tensor.kind() != Kind.EQUAL).toList();
    Table table = new Table(Column.text(""), Column.text(""), Column.text(""));
    differing.forEach(tensor -> table.measure(cells(tensor)));
    for (TensorChange tensor : differing) {
      text.line(text.paint(style(tensor.kind()), table.row(cells(tensor))));
    }
    report.files().stream()
        .filter(file -> file.kind() != FileChange.Kind.EQUAL)
        .forEach(file -> text.line(text.paint(Style.FAINT, sentence(file))));
    text.line(TextPrinter.shown(summary(manifest, report)));
  }

  private static String[] cells(TensorChange tensor) {
    return new String[] {tensor.kind().word(), DisplayText.of(tensor.name()), detail(tensor)};
  }

  private static String detail(TensorChange tensor) {
    String file = DisplayText.of(tensor.file(), 200);
    return switch (tensor.kind()) {
      case EQUAL, NEW, MISSING, UNREADABLE -> file;
      case CUT -> "%s: some of its bytes are missing".formatted(file);
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

  private static String sentence(FileChange file) {
    String name = DisplayText.of(file.name(), 200);
    return switch (file.kind()) {
      case EQUAL -> throw new IllegalArgumentException(name);
      case MISSING -> "The file %s is missing.".formatted(name);
      case NEW -> "The file %s is new.".formatted(name);
      case HEADER_CHANGED ->
          "The header of %s has changed, as after metadata edits.".formatted(name);
      case LENGTH_CHANGED ->
          "The file %s has %s now and had %s."
              .formatted(
                  name,
                  TextPrinter.count(file.is().orElseThrow().file().bytes().length(), "byte"),
                  TextPrinter.count(file.was().orElseThrow().byteLength(), "byte"));
    };
  }

  private String summary(Manifest manifest, ManifestReport report) {
    String since = "in %s of %s".formatted(place.text(), manifest.created());
    if (report.isEqual()) {
      return "All %s are as %s."
          .formatted(TextPrinter.count(report.tensors().size(), "tensor"), since);
    }
    String differences =
        Arrays.stream(Kind.values())
            .filter(kind -> report.count(kind) > 0)
            .map(kind -> Quantities.count(report.count(kind)) + " " + kind.word())
            .collect(Collectors.joining(", "));
    return "Not all as %s: %s.".formatted(since, differences);
  }
}
