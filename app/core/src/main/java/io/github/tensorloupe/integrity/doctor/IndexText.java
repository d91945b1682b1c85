package io.github.tensorloupe.integrity.doctor;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.tensorloupe.format.NameOrder;

/// The text of an index as the transformers library writes it: sorted by name, two spaces of
/// indentation, ASCII only, and a line feed at the end.
final class IndexText {

  private static final ObjectMapper JSON =
      new JsonMapper(JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build());

  private IndexText() {}

  /// The text.
  ///
  /// @param metadata the members of `metadata`, by name
  /// @param others the members beside `metadata` and `weight_map`
  /// @param weightMap the shard of each tensor, sorted by the name of the tensor
  static String of(
      SequencedMap<String, JsonNode> metadata,
      Map<String, JsonNode> others,
      SequencedMap<String, String> weightMap) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.setPrettyPrinter(printer());
      json.writeStartObject();
      Map<String, Member> members = new TreeMap<>(NameOrder::compare);
      others.forEach((name, value) -> members.put(name, () -> json.writeTree(value)));
      members.put("metadata", () -> write(metadata, json));
      members.put("weight_map", () -> writeMap(weightMap, json));
      for (Map.Entry<String, Member> member : members.entrySet()) {
        json.writeFieldName(member.getKey());
        member.getValue().write();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  /// Writes the value of a member.
  private interface Member {
    void write() throws IOException;
  }

  private static void write(Map<String, JsonNode> values, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, JsonNode> entry : values.entrySet()) {
      json.writeFieldName(entry.getKey());
      json.writeTree(entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeMap(Map<String, String> values, JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, String> entry : values.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static DefaultPrettyPrinter printer() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withObjectEmptySeparator("")
            .withArrayEmptySeparator("")
            .withRootSeparator("");
    return new DefaultPrettyPrinter(separators)
        .withObjectIndenter(indenter)
        .withArrayIndenter(indenter);
  }
}
