package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.BucketInfo;
import io.github.tensorloupe.edit.DatasetDirs;
import io.github.tensorloupe.edit.TagFrequency;
import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// A value that is best read as a table. Immutable.
///
/// @param rows each with one cell for each column
record FactTable(List<Column> columns, List<Row> rows) {

  /// Nothing.
  static final FactTable EMPTY = new FactTable(List.of(), List.of());

  /// One column.
  ///
  /// @param messageKey of its title
  /// @param isNumber whether its cells are of type `Long`, or an empty text where nothing is told;
  ///   else they are of type `String`
  record Column(String messageKey, boolean isNumber) {}

  /// One row.
  record Row(List<Object> cells) {
    Row {
      cells = List.copyOf(cells);
    }

    private boolean contains(String lowerCaseText) {
      return cells.stream()
          .anyMatch(cell -> cell.toString().toLowerCase(Locale.ROOT).contains(lowerCaseText));
    }
  }

  /// The order of the rows.
  ///
  /// @param column index of the column that is sorted by; -1 leaves them as they are
  record Sorting(int column, boolean ascending) {
    static final Sorting NONE = new Sorting(-1, true);
  }

  FactTable {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /// The table that the value of a key makes, if it makes one.
  static Optional<FactTable> of(String key, String value) {
    return switch (key) {
      case "ss_tag_frequency" -> TagFrequency.parse(value).map(FactTable::of);
      case "ss_dataset_dirs", "ss_reg_dataset_dirs" -> DatasetDirs.parse(value).map(FactTable::of);
      case "ss_bucket_info" -> BucketInfo.parse(value).map(FactTable::of);
      default -> Optional.empty();
    };
  }

  private static FactTable of(TagFrequency tags) {
    return new FactTable(
        List.of(
            text("metadata.facts.tag"),
            numberColumn("metadata.facts.count-of-tag"),
            text("metadata.facts.folder")),
        tags.rows().stream().map(row -> row(row.tag(), row.count(), row.directory())).toList());
  }

  private static FactTable of(DatasetDirs folders) {
    return new FactTable(
        List.of(
            text("metadata.facts.folder"),
            numberColumn("metadata.facts.repeats"),
            numberColumn("metadata.facts.images")),
        folders.rows().stream()
            .map(row -> row(row.directory(), cell(row.repeats()), cell(row.images())))
            .toList());
  }

  private static FactTable of(BucketInfo buckets) {
    return new FactTable(
        List.of(
            text("metadata.facts.bucket"),
            numberColumn("metadata.facts.width"),
            numberColumn("metadata.facts.height"),
            numberColumn("metadata.facts.images")),
        buckets.rows().stream()
            .map(row -> row(row.index(), row.width(), row.height(), row.count()))
            .toList());
  }

  private static Column text(String messageKey) {
    return new Column(messageKey, false);
  }

  private static Column numberColumn(String messageKey) {
    return new Column(messageKey, true);
  }

  private static Row row(Object... cells) {
    return new Row(List.of(cells));
  }

  private static Object cell(OptionalLong number) {
    return number.isPresent() ? (Object) number.getAsLong() : "";
  }

  /// The rows that contain a text in any cell, sorted.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<Row> arranged(String text, Sorting sorting, Cancellation cancellation) {
    String lowerCaseText = text.toLowerCase(Locale.ROOT);
    List<Row> found = new ArrayList<>();
    for (Row row : rows) {
      cancellation.check();
      if (row.contains(lowerCaseText)) {
        found.add(row);
      }
    }
    if (sorting.column() >= 0) {
      Comparator<Row> order = order(sorting.column());
      found.sort(sorting.ascending() ? order : order.reversed());
    }
    return found;
  }

  private Comparator<Row> order(int column) {
    return columns.get(column).isNumber()
        ? Comparator.comparing(row -> number(row.cells().get(column)))
        : Comparator.comparing(
            row -> row.cells().get(column).toString(), String.CASE_INSENSITIVE_ORDER);
  }

  /// What is not told comes before every number.
  private static long number(Object cell) {
    return cell instanceof Long number ? number : Long.MIN_VALUE;
  }
}
