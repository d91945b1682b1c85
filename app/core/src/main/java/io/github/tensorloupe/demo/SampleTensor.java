package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;

/// A tensor of a sample file.
///
/// @param spec what the header is to say of it
/// @param bytes its data; not changed
record SampleTensor(TensorSpec spec, byte[] bytes) {

  /// A tensor of these values, rounded to what the dtype can hold.
  ///
  /// @param dtype one of whole bytes, or of 4 bits
  /// @param values asked for each part in turn
  static SampleTensor of(String name, Dtype dtype, DoubleSupplier values, long... dimensions) {
    Shape shape = Shape.of(dimensions);
    ElementType type = ElementType.of(dtype);
    int partCount = Math.toIntExact(shape.elementCount().orElseThrow() * type.partsPerElement());
    byte[] bytes = new byte[Math.toIntExact((long) partCount * type.partBits() / Byte.SIZE)];
    for (int part = 0; part < partCount; part++) {
      put(bytes, type.partBits(), part, type.encode(values.getAsDouble()));
    }
    return new SampleTensor(new TensorSpec(name, dtype, shape), bytes);
  }

  private static void put(byte[] bytes, int bits, int part, long code) {
    if (bits == 4) {
      bytes[part / 2] |= (byte) (code << part % 2 * 4);
      return;
    }
    int width = bits / Byte.SIZE;
    for (int i = 0; i < width; i++) {
      bytes[part * width + i] = (byte) (code >>> i * Byte.SIZE);
    }
  }
}
