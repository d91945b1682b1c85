package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.analysis.figures.Figure;
import io.github.tensorloupe.analysis.figures.FigureValues;
import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.Progress;

/// A table with a row for each tensor: its name, file, dtype, shape, bytes and figures; the same
/// whatever the locale, numbers as Java writes them, so that reading them gives them back. What is
/// not known is left empty, and so is a figure of finite values where there are none.
///
/// As CSV the first line names the columns; a name that a spreadsheet would take for a formula has
/// an apostrophe before it. As JSON it is an array with an object on each line, in which what is
/// empty is null.
///
/// @param tensors of the checkpoint
/// @param rows indexes of tensors, in the order in which they are written
/// @param values what is known of a tensor, by its index
public record TensorTable(
    List<TensorRef> tensors, int[] rows, List<Figure> figures, IntFunction<FigureValues> values) {

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int ROWS_BETWEEN_CHECKS = 1024;

  /// Writes the table, as JSON to a file that is named so, else as CSV, in place of what is there.
  ///
  /// @param open files that are never written to
  /// @param progress in rows
  public void write(Path file, Collection<Path> open, Cancellation cancellation, Progress progress)
      throws IOException {
    boolean isJson = file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
    ExportTarget target = ExportTarget.of(file, Giving.FILES, open);
    IoFunction<Draft, Path> writing =
        draft -> {
          Writer out =
              new BufferedWriter(
                  new OutputStreamWriter(draft.stream(), StandardCharsets.UTF_8), BUFFER_BYTES);
          out.write(isJson ? "[" : csvHead());
          for (int i = 0; i < rows.length; i++) {
            if (i % ROWS_BETWEEN_CHECKS == 0) {
              cancellation.check();
              progress.report(i, rows.length);
            }
            out.write(isJson ? (i == 0 ? "\n" : ",\n") + json(rows[i]) : csv(rows[i]));
          }
          out.write(isJson ? "\n]\n" : "");
          out.flush();
          return file;
        };
    Draft.write(FileOperations.ofThisComputer(), target, cancellation, writing);
  }

  private String csvHead() {
    StringJoiner head = new StringJoiner(",", "", "\n");
    head.add("name").add("file").add("dtype").add("shape").add("bytes");
    figures.forEach(figure -> head.add(figure.word()));
    return head.toString();
  }

  private String csv(int row) {
    TensorInfo info = tensors.get(row).info();
    StringJoiner line = new StringJoiner(",", "", "\n");
    line.add(HistogramCsv.quoted(info.name())).add(HistogramCsv.quoted(fileOf(row)));
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

  private String fileOf(int row) {
    return String.valueOf(tensors.get(row).file().path().getFileName());
  }

  private static String shape(Shape shape, String separator) {
    return IntStream.range(0, shape.rank())
        .mapToObj(axis -> Long.toUnsignedString(shape.dimension(axis)))
        .collect(Collectors.joining(separator));
  }

  private static String bytes(TensorInfo info) {
    return Long.toString(info.spannedByteCount());
  }

  private Optional<String> number(Figure figure, int row) {
    return figure
        .exact(values.apply(row))
        .filter(number -> !Double.isNaN(number.doubleValue()))
        .map(Number::toString);
  }
}
