package io.github.tensorloupe.format;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.tensorloupe.text.Sentence;

/// Reads an index token by token, so that fields nobody needs cost no memory.
final class ShardIndexParser {

  private static final int MAX_NAME_LENGTH = 50_000_000;

  /// As deep as the header of a file may nest.
  private static final int MAX_NESTING = JsonCursor.MAX_DEPTH;

  private static final double LONG_RANGE = 0x1p63;

  private SequencedMap<String, String> weightMap;
  private OptionalLong totalSize = OptionalLong.empty();

  /// Of tensors that are named again with another shard, the shard before.
  private final SequencedMap<String, String> replaced = new LinkedHashMap<>();

  ShardIndex parse(byte[] indexBytes) throws UnusableIndexException {
    requireText(indexBytes);
    // A parser of bytes would guess the encoding.
    Reader text =
        new InputStreamReader(
            new ByteArrayInputStream(indexBytes), StandardCharsets.UTF_8.newDecoder());
    try (JsonParser json = factory().createParser(text)) {
      if (!readRoot(json)) {
        throw notJson(indexBytes);
      }
    } catch (JsonProcessingException e) {
      throw notJson(indexBytes);
    } catch (IOException e) {
      throw new UnusableIndexException(
          Sentence.of("The index cannot be read: {0}", String.valueOf(e.getMessage())));
    }
    if (weightMap == null) {
      throw new UnusableIndexException("The index has no \"weight_map\".");
    }
    return new ShardIndex(weightMap, totalSize, repeatedFindings());
  }

  private static void requireText(byte[] bytes) throws UnusableIndexException {
    int end = Utf8.wellFormedEnd(bytes, Utf8.asciiEnd(bytes, 0, bytes.length));
    if (end < bytes.length) {
      throw new UnusableIndexException(
          Sentence.of(
              "The index is not UTF-8 at {0}: {1} does not begin a valid character.",
              Utf8.place(bytes, end), "0x%02X".formatted(bytes[end])));
    }
    JsonCursor json = new JsonCursor(bytes, bytes.length, false);
    if (json.peek() == JsonCursor.END) {
      throw new UnusableIndexException(
          bytes.length == 0
              ? "The index is empty: expected a JSON object, found no byte."
              : "The index is empty: expected a JSON object, found white space alone.");
    }
    if (json.peek() != '{') {
      throw unusable("The index is not a JSON object", bytes, json.error("'{'"));
    }
  }

  /// Goes over the text again with a reader that knows where it stops being JSON, and why.
  private static UnusableIndexException notJson(byte[] bytes) {
    JsonCursor json = new JsonCursor(bytes, bytes.length, false);
    try {
      json.passValue(0);
      return json.peek() == JsonCursor.END
          ? new UnusableIndexException("The index has a number that is too long to be read.")
          : unusable(
              "The index continues after its closing brace",
              bytes,
              json.error("the end of the text"));
    } catch (HeaderSyntaxException e) {
      return unusable("The index is not JSON", bytes, e);
    }
  }

  private static UnusableIndexException unusable(
      String what, byte[] bytes, HeaderSyntaxException place) {
    return new UnusableIndexException(
        Sentence.of(
            "{0} at {1}: {2}.",
            Sentence.of(what), Utf8.place(bytes, place.begin), place.sentence()));
  }

  private static JsonFactory factory() {
    return JsonFactory.builder()
        .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNameLength(MAX_NAME_LENGTH)
                .maxNestingDepth(MAX_NESTING)
                .maxStringLength(Integer.MAX_VALUE)
                .build())
        .build();
  }

  /// Reads the object, and returns whether the text ends behind it.
  private boolean readRoot(JsonParser json) throws IOException, UnusableIndexException {
    json.nextToken();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (field.equals("weight_map")) {
        readWeightMap(json, value);
      } else if (field.equals("metadata") && value == JsonToken.START_OBJECT) {
        readMetadata(json);
      } else {
        json.skipChildren();
      }
    }
    return json.nextToken() == null;
  }

  private void readWeightMap(JsonParser json, JsonToken value)
      throws IOException, UnusableIndexException {
    if (value != JsonToken.START_OBJECT) {
      throw new UnusableIndexException("The \"weight_map\" of the index is not an object.");
    }
    weightMap = new LinkedHashMap<>();
    replaced.clear();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String tensor = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        throw new UnusableIndexException(
            Sentence.of(
                "The index gives no shard name for the tensor \"{0}\":"
                    + " expected a string, found {1}.",
                DisplayText.of(tensor), DisplayText.of(json.getText())));
      }
      put(tensor, json.getText());
    }
  }

  private void put(String tensor, String shard) {
    String before = weightMap.put(tensor, shard);
    if (before != null && !before.equals(shard)) {
      replaced.put(tensor, before);
    }
  }

  private List<Finding> repeatedFindings() {
    CappedFindings findings = new CappedFindings(FindingCode.DUPLICATE_NAME);
    replaced.forEach(
        (tensor, before) ->
            findings.add(
                () ->
                    new Finding(
                        FindingCode.DUPLICATE_NAME,
                        Sentence.of(
                            "The index names \"{0}\" more than once, in {1} and in {2};"
                                + " the last one counts.",
                            DisplayText.of(tensor),
                            DisplayText.of(before),
                            DisplayText.of(weightMap.get(tensor))),
                        Optional.of(tensor),
                        Optional.empty())));
    return findings.findings();
  }

  private void readMetadata(JsonParser json) throws IOException {
    totalSize = OptionalLong.empty();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isTotalSize = json.currentName().equals("total_size");
      JsonToken value = json.nextToken();
      if (isTotalSize) {
        totalSize = totalSize(json, value);
      }
      json.skipChildren();
    }
  }

  /// The number, which some tools write with a fraction of zero.
  private static OptionalLong totalSize(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.VALUE_NUMBER_INT && value != JsonToken.VALUE_NUMBER_FLOAT) {
      return OptionalLong.empty();
    }
    if (json.getNumberType() == JsonParser.NumberType.INT
        || json.getNumberType() == JsonParser.NumberType.LONG) {
      long size = json.getLongValue();
      return size < 0 ? OptionalLong.empty() : OptionalLong.of(size);
    }
    double size = json.getDoubleValue();
    return size >= 0 && size < LONG_RANGE && size == Math.rint(size)
        ? OptionalLong.of((long) size)
        : OptionalLong.empty();
  }
}
