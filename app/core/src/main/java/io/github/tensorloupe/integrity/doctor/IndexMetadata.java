package io.github.tensorloupe.integrity.doctor;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.tensorloupe.format.NameOrder;
import io.github.tensorloupe.text.Sentence;

/// The `metadata` of a new index: those of the old one, with the numbers put right.
///
/// @param members by name
/// @param changesParameters whether the old `total_parameters` is not right
/// @param notes what was put right besides the size, or could not be, as sentences
record IndexMetadata(
    SequencedMap<String, JsonNode> members, boolean changesParameters, List<Sentence> notes) {

  private static final String TOTAL_SIZE = "total_size";
  private static final String TOTAL_PARAMETERS = "total_parameters";

  /// @param byteCount of all tensors
  /// @param parameterCount of all tensors; empty where it cannot be read off the shapes
  static IndexMetadata of(Optional<OldIndex> old, long byteCount, OptionalLong parameterCount) {
    SequencedMap<String, JsonNode> members = new TreeMap<>(NameOrder::compare);
    old.ifPresent(index -> members.putAll(index.metadata()));
    members.put(TOTAL_SIZE, JsonNodeFactory.instance.numberNode(byteCount));
    List<Sentence> notes = new ArrayList<>();
    JsonNode before = members.get(TOTAL_PARAMETERS);
    boolean changes = false;
    if (before != null && before.isIntegralNumber()) {
      if (parameterCount.isEmpty()) {
        notes.add(
            Sentence.of(
                "total_parameters is left at {0}: elements of quantised tensors may hold several.",
                before.asText()));
      } else if (before.longValue() != parameterCount.getAsLong()) {
        changes = true;
        notes.add(
            Sentence.of(
                "total_parameters becomes {0} instead of {1}.",
                parameterCount.getAsLong(), before.longValue()));
        members.put(
            TOTAL_PARAMETERS, JsonNodeFactory.instance.numberNode(parameterCount.getAsLong()));
      }
    }
    return new IndexMetadata(members, changes, List.copyOf(notes));
  }
}
