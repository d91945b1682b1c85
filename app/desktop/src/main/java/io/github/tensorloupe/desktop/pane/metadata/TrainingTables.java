package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.Member;

/// JSON that kohya's scripts put into the metadata of what they trained, as tables. Their rows are
/// in the order of the text; a value of another form is no table.
public final class TrainingTables {

  private TrainingTables() {}

  /// The number of times that each tag occurs in the captions of each training folder: the value of
  /// `ss_tag_frequency`.
  public record TagFrequency(List<Row> rows) {

    /// A tag of a folder.
    ///
    /// @param directory the folder's name, which kohya's scripts begin with the number of repeats
    /// @param count how many captions of the folder have it
    public record Row(String directory, String tag, long count) {}

    /// Reads a metadata value; empty where it is not such a table.
    public static Optional<TagFrequency> parse(String value) {
      return read(
          value,
          json -> {
            List<Row> rows = new ArrayList<>();
            for (Member directory : members(json)) {
              for (Member tag : members(directory.value())) {
                rows.add(new Row(directory.name(), tag.name(), integer(tag.value())));
              }
            }
            return new TagFrequency(rows);
          });
    }
  }

  /// The folders of a training run: the value of `ss_dataset_dirs` or `ss_reg_dataset_dirs`.
  public record DatasetDirs(List<Row> rows) {

    /// A folder.
    ///
    /// @param repeats how often each picture was shown in an epoch, where it is told
    /// @param images how many pictures it has, where it is told
    public record Row(String directory, OptionalLong repeats, OptionalLong images) {}

    /// Reads a metadata value; empty where it is not such a table.
    public static Optional<DatasetDirs> parse(String value) {
      return read(
          value, json -> new DatasetDirs(members(json).stream().map(DatasetDirs::row).toList()));
    }

    private static Row row(Member directory) {
      return new Row(
          directory.name(),
          integer(directory.value(), "n_repeats"),
          integer(directory.value(), "img_count"));
    }
  }

  /// The picture sizes of a training run: the value of `ss_bucket_info`.
  ///
  /// @param meanAspectError how far the pictures' aspect ratios are from those of their buckets on
  ///   average, as it is written; empty where it is not told
  public record BucketInfo(List<Row> rows, Optional<String> meanAspectError) {

    /// A size with the pictures that were brought to it.
    ///
    /// @param index the name of the bucket, a number as a rule
    /// @param width in pixels
    /// @param height in pixels
    /// @param count how many pictures there are, repeats included
    public record Row(String index, long width, long height, long count) {}

    /// Reads a metadata value; empty where it is not such a table.
    public static Optional<BucketInfo> parse(String value) {
      return read(
          value,
          json ->
              new BucketInfo(
                  members(require(json, "buckets")).stream().map(BucketInfo::row).toList(),
                  member(json, "mean_img_ar_error").map(TrainingTables::number)));
    }

    private static Row row(Member bucket) {
      if (require(bucket.value(), "resolution") instanceof JsonArray(var size)
          && size.size() == 2) {
        return new Row(
            bucket.name(),
            integer(size.getFirst()),
            integer(size.getLast()),
            integer(require(bucket.value(), "count")));
      }
      throw new IllegalArgumentException();
    }
  }

  private static <T> Optional<T> read(String text, Function<JsonValue, T> reading) {
    try {
      return EmbeddedJson.parse(text).map(reading);
    } catch (IllegalArgumentException e) {
      // It has another form.
      return Optional.empty();
    }
  }

  private static List<Member> members(JsonValue value) {
    if (value instanceof JsonObject(var members)) {
      return members;
    }
    throw new IllegalArgumentException();
  }

  /// The value of a member; of a repeated name the last one.
  private static Optional<JsonValue> member(JsonValue value, String name) {
    return members(value).reversed().stream()
        .filter(member -> member.name().equals(name))
        .map(Member::value)
        .findFirst();
  }

  private static JsonValue require(JsonValue value, String name) {
    return member(value, name).orElseThrow(IllegalArgumentException::new);
  }

  private static OptionalLong integer(JsonValue value, String name) {
    return member(value, name).stream().mapToLong(TrainingTables::integer).findFirst();
  }

  private static long integer(JsonValue value) {
    return Long.parseLong(number(value));
  }

  private static String number(JsonValue value) {
    if (value instanceof JsonNumber(String sourceText)) {
      return sourceText;
    }
    throw new IllegalArgumentException();
  }
}
