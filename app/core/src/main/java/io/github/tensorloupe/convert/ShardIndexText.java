package io.github.tensorloupe.convert;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The JSON text of an index of shards.
final class ShardIndexText {

  private ShardIndexText() {}

  /// @param byteCount the number of bytes of all tensors
  /// @param fileOfTensor the name of the file of each tensor
  static byte[] of(long byteCount, SequencedMap<String, String> fileOfTensor) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode index = mapper.createObjectNode();
    index.putObject("metadata").put("total_size", byteCount);
    ObjectNode map = index.putObject("weight_map");
    fileOfTensor.forEach(map::put);
    try {
      String text = mapper.writerWithDefaultPrettyPrinter().writeValueAsString(index);
      return (text + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
