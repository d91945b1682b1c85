package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.TensorRef;

/// The position of the code or the scale of one element.
///
/// @param bytes the file offsets of the bytes that contain the number
/// @param firstBit the lowest bit of the number in the first byte, from 0 to 7
public record ElementPlace(TensorRef part, ByteRange bytes, int firstBit) {

  static ElementPlace of(TensorRef part, ByteRange inPart, int firstBit) {
    long begin = part.data().orElseThrow().range().begin();
    ByteRange bytes = new ByteRange(begin + inPart.begin(), begin + inPart.end());
    return new ElementPlace(part, bytes, firstBit);
  }
}
