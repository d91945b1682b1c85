package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonShape.OddShapeException;
import io.github.tensorloupe.edit.JsonValue.Member;

/// The number of times that each tag occurs in the captions of each training folder: the value of
/// `ss_tag_frequency` as a table.
///
/// @param rows in the order of the text
public record TagFrequency(List<Row> rows) {

  /// A tag of a folder.
  ///
  /// @param directory the folder's name, which kohya's scripts begin with the number of repeats
  /// @param count how many captions of the folder have it
  public record Row(String directory, String tag, long count) {}

  public TagFrequency {
    rows = List.copyOf(rows);
  }

  /// Reads a metadata value; empty where it is not such a table.
  public static Optional<TagFrequency> parse(String value) {
    return JsonShape.read(value, TagFrequency::of);
  }

  private static TagFrequency of(JsonValue json) throws OddShapeException {
    List<Row> rows = new ArrayList<>();
    for (Member directory : JsonShape.members(json)) {
      for (Member tag : JsonShape.members(directory.value())) {
        rows.add(new Row(directory.name(), tag.name(), JsonShape.integer(tag.value())));
      }
    }
    return new TagFrequency(rows);
  }
}
