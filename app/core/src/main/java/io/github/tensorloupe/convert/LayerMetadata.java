package io.github.tensorloupe.convert;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.json.LimitedJson;

/// The metadata entry of ComfyUI that lists the formats of quantized layers, for the new names of
/// the layers. ComfyUI takes weights of layers that are not listed for plain values. Not
/// thread-safe.
final class LayerMetadata {

  static final String KEY = "_quantization_metadata";

  private static final String LAYERS = "layers";
  private static final String WEIGHT = ".weight";

  private Optional<String> text = Optional.empty();
  private Optional<ObjectNode> merged = Optional.empty();

  /// Adds the entry of a file. An entry that is not a JSON object with layers is kept as it is if
  /// it is the first.
  ///
  /// @param newNames the new names of all tensors that are written, by the names in the source
  void add(String entry, Map<String, String> newNames) {
    JsonNode parsed = LimitedJson.parse(entry);
    boolean isKnown = parsed instanceof ObjectNode && parsed.path(LAYERS).isObject();
    if (!isKnown || text.isPresent() && merged.isEmpty()) {
      text = Optional.of(text.orElse(entry));
      return;
    }
    ObjectNode object = ((ObjectNode) parsed).deepCopy();
    ObjectNode layers = object.putObject(LAYERS);
    parsed
        .path(LAYERS)
        .forEachEntry(
            (layer, format) ->
                newName(layer, newNames).ifPresent(name -> layers.set(name, format)));
    merged.ifPresent(earlier -> layers.setAll((ObjectNode) earlier.path(LAYERS)));
    boolean isUnchanged = object.equals(parsed);
    merged = Optional.of(object);
    text = Optional.of(isUnchanged ? entry : object.toString());
  }

  private static Optional<String> newName(String layer, Map<String, String> newNames) {
    return Optional.ofNullable(newNames.get(layer + WEIGHT))
        .filter(name -> name.endsWith(WEIGHT))
        .map(name -> name.substring(0, name.length() - WEIGHT.length()));
  }

  /// Returns the entry of the new checkpoint, or empty if no source has one.
  Optional<String> text() {
    return text;
  }
}
