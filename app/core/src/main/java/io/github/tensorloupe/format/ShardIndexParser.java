package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Parses an index.
final class ShardIndexParser {

  private final byte[] bytes;
  private final int asciiEnd;
  private final JsonCursor json;
  private OptionalLong totalSize = OptionalLong.empty();
  private WeightMap weightMap;

  /// One instance of each shard name.
  private final Map<String, String> shards = new HashMap<>();

  private String shard;
  private int shardBegin;
  private int shardEnd;

  /// The previous shards of tensors that a later entry assigns to another shard.
  private final SequencedMap<String, String> replaced = new LinkedHashMap<>();

  /// @param bytes retained; must not be modified afterwards
  ShardIndexParser(byte[] bytes) {
    this.bytes = bytes;
    this.asciiEnd = Utf8.asciiEnd(bytes, 0, bytes.length);
    this.json = new JsonCursor(bytes, bytes.length, asciiEnd == bytes.length);
    json.isLenient = true;
  }

  ShardIndex parse() throws UnusableIndexException {
    requireObject();
    try {
      json.skip(1);
      json.elements('}', "',' or '}'", this::readMember);
    } catch (HeaderSyntaxException e) {
      throw unusable("The index is not JSON", e);
    }
    if (json.peek() != JsonCursor.END) {
      throw unusable(
          "The index continues after its closing brace", json.error("the end of the text"));
    }
    if (weightMap == null) {
      throw new UnusableIndexException("The index has no \"weight_map\".");
    }
    return new ShardIndex(weightMap, totalSize, repeated());
  }

  private void requireObject() throws UnusableIndexException {
    int end = Utf8.wellFormedEnd(bytes, asciiEnd);
    if (end < bytes.length) {
      throw new UnusableIndexException(
          "The index is not UTF-8 at {0}: {1} does not begin a valid character.",
          Utf8.location(bytes, end), "0x%02X".formatted(bytes[end]));
    }
    int first = json.peek();
    if (first == JsonCursor.END) {
      throw new UnusableIndexException(
          bytes.length == 0
              ? "The index is empty: expected a JSON object, found no byte."
              : "The index is empty: expected a JSON object, found white space alone.");
    }
    if (first != '{') {
      throw unusable("The index is not a JSON object", json.error("'{'"));
    }
  }

  private UnusableIndexException unusable(String expected, HeaderSyntaxException place) {
    return new UnusableIndexException(
        "{0} at {1}: {2}.",
        Sentence.of(expected), Utf8.location(bytes, place.begin), place.sentence);
  }

  private void readMember() throws HeaderSyntaxException, UnusableIndexException {
    String field = json.name();
    int value = json.peek();
    if (field.equals("weight_map")) {
      if (value != '{') {
        skipToken(1);
        throw new UnusableIndexException("The \"weight_map\" of the index is not an object.");
      }
      json.skip(1);
      weightMap = new WeightMap(bytes);
      replaced.clear();
      json.elements('}', "',' or '}'", this::readTensor);
    } else if (field.equals("metadata") && value == '{') {
      json.skip(1);
      totalSize = OptionalLong.empty();
      json.elements('}', "',' or '}'", this::readMetadata);
    } else {
      json.skipValue(1);
    }
  }

  private void readTensor() throws HeaderSyntaxException, UnusableIndexException {
    json.peek();
    int nameBegin = json.position() + 1;
    String tensor = json.string("a name in quotes");
    int nameEnd = json.position() - 1;
    json.expect(':', "':' after a name");
    if (json.peek() != '"') {
      throw missingShard(tensor);
    }
    int begin = json.position() + 1;
    json.skipString("a value");
    int end = json.position() - 1;
    // Most tensors have the shard of their predecessor.
    if (shard == null || !Arrays.equals(bytes, begin, end, bytes, shardBegin, shardEnd)) {
      shard = shards.computeIfAbsent(JsonEscapes.text(bytes, begin, end), name -> name);
      shardBegin = begin;
      shardEnd = end;
    }
    String previous = weightMap.add(tensor, nameBegin, nameEnd, shard);
    if (previous != null && !previous.equals(shard)) {
      replaced.put(tensor, previous);
    }
  }

  private UnusableIndexException missingShard(String tensor) throws HeaderSyntaxException {
    int begin = json.position();
    skipToken(2);
    return new UnusableIndexException(
        "The index gives no shard name for the tensor \"{0}\": expected a string, found {1}.",
        DisplayText.of(tensor),
        DisplayText.of(new String(bytes, begin, json.position() - begin, UTF_8)));
  }

  /// Skips a scalar value or an opening bracket.
  private void skipToken(int depth) throws HeaderSyntaxException {
    if (json.peek() == '{' || json.peek() == '[') {
      json.skip(1);
    } else {
      json.skipValue(depth);
    }
  }

  private List<Finding> repeated() {
    CappedFindings repeated = new CappedFindings(FindingCode.DUPLICATE_NAME);
    replaced.forEach(
        (name, before) ->
            repeated.note(
                "The index names \"{0}\" more than once, in {1} and in {2}; the last one counts.",
                FindingCode.DUPLICATE_NAME, name, null, name, before, weightMap.get(name)));
    return repeated.findings();
  }

  private void readMetadata() throws HeaderSyntaxException {
    boolean isTotalSize = json.name().equals("total_size");
    int first = json.peek();
    int begin = json.position();
    json.skipValue(2);
    if (isTotalSize) {
      boolean isNumber = first == '-' || first >= '0' && first <= '9';
      totalSize =
          isNumber
              ? totalSize(new String(bytes, begin, json.position() - begin, UTF_8))
              : OptionalLong.empty();
    }
  }

  /// Parses the total size. Accepts a fraction of zero, which some tools write.
  private static OptionalLong totalSize(String number) {
    try {
      long size = Long.parseLong(number);
      return size < 0 ? OptionalLong.empty() : OptionalLong.of(size);
    } catch (NumberFormatException e) {
      double size = Double.parseDouble(number);
      return size >= 0 && size < 0x1p63 && size == Math.rint(size)
          ? OptionalLong.of((long) size)
          : OptionalLong.empty();
    }
  }
}
