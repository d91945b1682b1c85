package io.github.tensorloupe.format;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// Reads an index token by token, so that fields nobody needs cost no memory.
final class ShardIndexParser {

  private static final int MAX_NAME_LENGTH = 50_000_000;
  private static final int MAX_NESTING = 100;
  private static final double LONG_RANGE = 0x1p63;

  private SequencedMap<String, String> weightMap;
  private OptionalLong totalSize = OptionalLong.empty();
  private CappedFindings repeated = new CappedFindings(FindingCode.DUPLICATE_NAME);

  ShardIndex parse(byte[] indexBytes) throws UnusableIndexException {
    // A decoder that reports malformed input, because a parser of bytes would guess the encoding.
    Reader text =
        new InputStreamReader(
            new ByteArrayInputStream(indexBytes), StandardCharsets.UTF_8.newDecoder());
    try (JsonParser json = factory().createParser(text)) {
      readRoot(json);
    } catch (JsonProcessingException e) {
      throw new UnusableIndexException("The index is not JSON: " + reason(e) + place(e) + ".");
    } catch (CharacterCodingException e) {
      throw new UnusableIndexException("The index is not UTF-8 text.");
    } catch (IOException e) {
      throw new UnusableIndexException("The index cannot be read: " + e.getMessage());
    }
    if (weightMap == null) {
      throw new UnusableIndexException("The index has no \"weight_map\".");
    }
    return new ShardIndex(weightMap, totalSize, repeated.findings());
  }

  /// The parser's own words, without its notes on where it read from.
  private static String reason(JsonProcessingException failure) {
    String message =
        failure.getOriginalMessage().replaceFirst("(?s)\\s*\\((?:for|start marker).*", "");
    return DisplayText.of(message.replaceFirst("\\.$", ""), 300);
  }

  private static String place(JsonProcessingException failure) {
    JsonLocation location = failure.getLocation();
    return location == null
        ? ""
        : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }

  private static JsonFactory factory() {
    return JsonFactory.builder()
        .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, false)
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNameLength(MAX_NAME_LENGTH)
                .maxNestingDepth(MAX_NESTING)
                .build())
        .build();
  }

  private void readRoot(JsonParser json) throws IOException, UnusableIndexException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new UnusableIndexException("The index is not a JSON object.");
    }
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
    if (json.nextToken() != null) {
      throw new UnusableIndexException("The index goes on after its closing brace.");
    }
  }

  private void readWeightMap(JsonParser json, JsonToken value)
      throws IOException, UnusableIndexException {
    if (value != JsonToken.START_OBJECT) {
      throw new UnusableIndexException("The \"weight_map\" of the index is not an object.");
    }
    weightMap = new LinkedHashMap<>();
    repeated = new CappedFindings(FindingCode.DUPLICATE_NAME);
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String tensor = json.currentName();
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        throw new UnusableIndexException(
            "The index gives no shard name for the tensor \"%s\": expected a string, found %s."
                .formatted(DisplayText.of(tensor), DisplayText.of(json.getText())));
      }
      put(tensor, json.getText());
    }
  }

  private void put(String tensor, String shard) {
    String before = weightMap.put(tensor, shard);
    if (before != null && !before.equals(shard)) {
      repeated.add(
          () ->
              new Finding(
                  FindingCode.DUPLICATE_NAME,
                  "The index names \"%s\" more than once, in %s and in %s; the last one counts."
                      .formatted(
                          DisplayText.of(tensor), DisplayText.of(before), DisplayText.of(shard)),
                  Optional.of(tensor),
                  Optional.empty()));
    }
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
