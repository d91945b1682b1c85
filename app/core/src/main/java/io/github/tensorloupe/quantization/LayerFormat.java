package io.github.tensorloupe.quantization;

import module com.fasterxml.jackson.databind;
import module java.base;

/// The format of a layer that ComfyUI stores in the metadata or in a marker tensor. Immutable.
///
/// @param name the name of the format, or an empty string
/// @param rotation the size of the column groups that were rotated before quantization (ConvRot),
///   or empty if the weight is not rotated
record LayerFormat(String name, OptionalLong rotation) {

  private static final int DEFAULT_ROTATION = 256;
  private static final Set<String> DECODED =
      Set.of("", "float8_e4m3fn", "float8_e5m2", "int8_tensorwise", "mxfp4", "mxfp8", "nvfp4");

  static LayerFormat of(JsonNode settings) {
    JsonNode size = settings.path("convrot_groupsize");
    boolean isRotated = settings.path("convrot").asBoolean() || size.isNumber();
    return new LayerFormat(
        settings.path("format").asText(),
        isRotated ? OptionalLong.of(size.asLong(DEFAULT_ROTATION)) : OptionalLong.empty());
  }

  boolean isDecoded() {
    return DECODED.contains(name);
  }
}
