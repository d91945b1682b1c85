package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.Member;

/// Tables of JSON values that kohya's scripts write into the metadata of trained models. The rows
/// are in the order of the text. Values of another form are not tables.
public final class TrainingTables {

  private TrainingTables() {}

  /// The number of occurrences of each tag in the captions of each training folder: the value of
  /// `ss_tag_frequency`.
  public record TagFrequency(List<Row> rows) {

    /// A tag of a folder.
    ///
    /// @param directory the name of the folder, which kohya's scripts begin with the number of
    ///   repeats
    /// @param count the number of captions in the folder that contain the tag
    public record Row(String directory, String tag, long count) {}

    /// Parses a metadata value; returns empty if it is not such a table.
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
    /// @param repeats the number of times that each picture was used per epoch, if specified
    /// @param images the number of pictures, if specified
    public record Row(String directory, OptionalLong repeats, OptionalLong images) {}

    /// Parses a metadata value; returns empty if it is not such a table.
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
  /// @param meanAspectError the mean difference between the aspect ratios of the pictures and their
  ///   buckets, as written in the file; empty if not specified
  public record BucketInfo(List<Row> rows, Optional<String> meanAspectError) {

    /// A size with the number of pictures that were scaled to it.
    ///
    /// @param index the name of the bucket, usually a number
    /// @param width in pixels
    /// @param height in pixels
    /// @param count the number of pictures, including repeats
    public record Row(String index, long width, long height, long count) {}

    /// Parses a metadata value; returns empty if it is not such a table.
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
      // The value has another form.
      return Optional.empty();
    }
  }

  private static List<Member> members(JsonValue value) {
    if (value instanceof JsonObject(var members)) {
      return members;
    }
    throw new IllegalArgumentException();
  }

  /// Returns the value of a member; the last one if the name is repeated.
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
