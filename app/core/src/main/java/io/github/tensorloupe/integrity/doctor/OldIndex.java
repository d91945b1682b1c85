package io.github.tensorloupe.integrity.doctor;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.ShardSet;

/// The index that is there.
///
/// @param index what it says; empty where it is unusable
/// @param metadata its members of `metadata`, by name
/// @param others its members beside `metadata` and `weight_map`, by name
/// @param sha256 of its bytes, in lower-case hex
record OldIndex(
    Optional<ShardIndex> index,
    SequencedMap<String, JsonNode> metadata,
    SequencedMap<String, JsonNode> others,
    String sha256) {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  /// Reads an index.
  ///
  /// @return empty where there is none
  /// @throws IOException if it cannot be read
  static Optional<OldIndex> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    // Looks at the length first: nothing larger than the memory that is left is read.
    Optional<ShardIndex> index = ShardSet.read(path).index();
    byte[] bytes = Files.readAllBytes(path);
    OldIndex read =
        new OldIndex(
            index,
            new TreeMap<>(NameOrder::compare),
            new TreeMap<>(NameOrder::compare),
            sha256(bytes));
    if (index.isPresent()) {
      read.takeMembers(bytes);
    }
    return Optional.of(read);
  }

  private void takeMembers(byte[] bytes) throws IOException {
    Reader text = new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.UTF_8);
    try (JsonParser json = JSON.createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("weight_map")) {
          json.skipChildren();
        } else {
          take(name, json.readValueAsTree());
        }
      }
    }
  }

  private void take(String name, JsonNode value) {
    if (name.equals("metadata") && value.isObject()) {
      metadata.clear();
      value.properties().forEach(member -> metadata.put(member.getKey(), member.getValue()));
    } else {
      others.put(name, value);
    }
  }

  /// The hash of the file that a path leads to now; empty where there is none.
  static Optional<String> sha256Of(Path path) throws IOException {
    return Files.exists(path) ? Optional.of(sha256(Files.readAllBytes(path))) : Optional.empty();
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.digest().digest(bytes));
  }
}
