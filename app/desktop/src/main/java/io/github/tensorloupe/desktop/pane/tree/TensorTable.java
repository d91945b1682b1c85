package io.github.tensorloupe.desktop.pane.tree;

import module java.base;

import io.github.tensorloupe.desktop.control.copy.QuotedText;
import io.github.tensorloupe.desktop.selection.figures.Figure;
import io.github.tensorloupe.desktop.selection.figures.FigureValues;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A table with a row for each tensor: its name, file, dtype, shape, bytes and figures. The output
/// does not depend on the locale, and the numbers round-trip through Java's parsing. Unknown values
/// are empty, and so are figures of finite values if there are none.
///
/// As CSV, the first line names the columns, and a name that a spreadsheet would interpret as a
/// formula is prefixed with an apostrophe. As JSON, the table is an array with one object per line,
/// in which empty values are null.
///
/// @param tensors the tensors of the checkpoint
/// @param rows the indices of the tensors to write, in this order
/// @param values returns the known figures of a tensor by its index
public record TensorTable(
    List<TensorRef> tensors, int[] rows, List<Figure> figures, IntFunction<FigureValues> values) {

  private static final int ROWS_BETWEEN_REPORTS = 1024;

  /// Writes the table, as JSON if the file name has the extension `.json`, otherwise as CSV.
  /// Replaces an existing file.
  ///
  /// @param open files that must not be overwritten
  /// @param progress in rows
  /// @return a warning about the written file, or empty
  public Optional<Sentence> write(
      Path file, Collection<Path> open, Cancellation cancellation, Progress progress)
      throws IOException {
    boolean isJson = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    Stream<String> lines =
        IntStream.range(0, rows.length)
            .peek(i -> report(progress, i))
            .mapToObj(
                i -> isJson ? json(rows[i]) + (i + 1 < rows.length ? "," : "") : csv(rows[i]));
    Stream<String> head = Stream.of(isJson ? "[" : csvHead());
    Stream<String> end = isJson ? Stream.of("]") : Stream.empty();
    ExportTarget target = FileExport.check(file, true, open);
    target.requireTrusted(tensors.stream().map(TensorRef::file).distinct().toList());
    return FileExport.writeLines(
        target, Stream.concat(Stream.concat(head, lines), end), cancellation);
  }

  private void report(Progress progress, int writtenRows) {
    if (writtenRows % ROWS_BETWEEN_REPORTS == 0) {
      progress.report(writtenRows, rows.length);
    }
  }

  private String csvHead() {
    StringJoiner head = new StringJoiner(",");
    head.add("name").add("file").add("dtype").add("shape").add("bytes");
    figures.forEach(figure -> head.add(figure.word()));
    return head.toString();
  }

  private String csv(int row) {
    TensorInfo info = tensors.get(row).info();
    StringJoiner line = new StringJoiner(",");
    line.add(QuotedText.csv(info.name())).add(QuotedText.csv(fileOf(row)));
    line.add(info.dtype().name()).add('"' + shape(info.shape(), "x") + '"');
    line.add(bytes(info));
    figures.forEach(figure -> line.add(number(figure, row).orElse("")));
    return line.toString();
  }

  private String json(int row) {
    TensorInfo info = tensors.get(row).info();
    StringJoiner object = new StringJoiner(",", "{", "}");
    object.add("\"name\":" + QuotedText.json(info.name()));
    object.add("\"file\":" + QuotedText.json(fileOf(row)));
    object.add("\"dtype\":\"" + info.dtype().name() + '"');
    object.add("\"shape\":[" + shape(info.shape(), ",") + ']');
    object.add("\"bytes\":" + bytes(info));
    figures.forEach(
        figure -> object.add('"' + figure.word() + "\":" + number(figure, row).orElse("null")));
    return object.toString();
  }

  /// Returns the name of a tensor and its known figures, one per line; empty if none is known.
  String statistics(int row) {
    String known =
        figures.stream()
            .flatMap(figure -> number(figure, row).map(it -> figure.word() + "\t" + it).stream())
            .collect(Collectors.joining("\n"));
    return known.isEmpty() ? "" : tensors.get(row).info().name() + "\n" + known;
  }

  private String fileOf(int row) {
    return String.valueOf(tensors.get(row).file().path().getFileName());
  }

  private static String shape(Shape shape, String separator) {
    return IntStream.range(0, shape.rank())
        .mapToObj(axis -> Long.toUnsignedString(shape.dimension(axis)))
        .collect(Collectors.joining(separator));
  }

  private static String bytes(TensorInfo info) {
    return Long.toString(info.clampedByteCount());
  }

  private Optional<String> number(Figure figure, int row) {
    return figure
        .exact(values.apply(row))
        .filter(number -> !Double.isNaN(number.doubleValue()))
        .map(Number::toString);
  }
}
