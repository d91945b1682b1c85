package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonShape.OddShapeException;
import io.github.tensorloupe.edit.JsonValue.Member;

/// The folders of a training run: the value of `ss_dataset_dirs` or `ss_reg_dataset_dirs` as a
/// table.
///
/// @param rows in the order of the text
public record DatasetDirs(List<Row> rows) {

  /// A folder.
  ///
  /// @param repeats how often each picture was shown in an epoch, where it is told
  /// @param images how many pictures it has, where it is told
  public record Row(String directory, OptionalLong repeats, OptionalLong images) {}

  public DatasetDirs {
    rows = List.copyOf(rows);
  }

  /// Reads a metadata value; empty where it is not such a table.
  public static Optional<DatasetDirs> parse(String value) {
    return JsonShape.read(value, DatasetDirs::of);
  }

  private static DatasetDirs of(JsonValue json) throws OddShapeException {
    List<Row> rows = new ArrayList<>();
    for (Member directory : JsonShape.members(json)) {
      JsonValue told = directory.value();
      rows.add(
          new Row(
              directory.name(),
              JsonShape.integer(told, "n_repeats"),
              JsonShape.integer(told, "img_count")));
    }
    return new DatasetDirs(rows);
  }
}
