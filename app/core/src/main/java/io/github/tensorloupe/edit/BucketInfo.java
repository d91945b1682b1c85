package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonShape.OddShapeException;
import io.github.tensorloupe.edit.JsonValue.Member;

/// The picture sizes of a training run: the value of `ss_bucket_info` as a table.
///
/// @param rows in the order of the text
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

  public BucketInfo {
    rows = List.copyOf(rows);
  }

  /// Reads a metadata value; empty where it is not such a table.
  public static Optional<BucketInfo> parse(String value) {
    return JsonShape.read(value, BucketInfo::of);
  }

  private static BucketInfo of(JsonValue json) throws OddShapeException {
    List<Row> rows = new ArrayList<>();
    for (Member bucket : JsonShape.members(JsonShape.require(json, "buckets"))) {
      rows.add(row(bucket));
    }
    Optional<JsonValue> error = JsonShape.member(json, "mean_img_ar_error");
    return new BucketInfo(
        rows, error.isPresent() ? Optional.of(JsonShape.number(error.get())) : Optional.empty());
  }

  private static Row row(Member bucket) throws OddShapeException {
    List<JsonValue> size = JsonShape.elements(JsonShape.require(bucket.value(), "resolution"));
    JsonShape.require(size.size() == 2);
    return new Row(
        bucket.name(),
        JsonShape.integer(size.getFirst()),
        JsonShape.integer(size.getLast()),
        JsonShape.integer(JsonShape.require(bucket.value(), "count")));
  }
}
