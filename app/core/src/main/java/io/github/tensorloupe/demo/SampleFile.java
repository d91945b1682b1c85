package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;

/// A sample file before it is written.
///
/// @param tensors in any order
/// @param metadata the `__metadata__` map
record SampleFile(List<SampleTensor> tensors, Map<String, String> metadata) {

  /// The bytes of the safetensors file.
  byte[] bytes() {
    WrittenHeader header = header();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(header.bytes());
    bytes.writeBytes(dataBuffer(header));
    return bytes.toByteArray();
  }

  /// The bytes of all tensors in the order in which the file has them.
  byte[] dataBuffer() {
    return dataBuffer(header());
  }

  private byte[] dataBuffer(WrittenHeader header) {
    Map<String, SampleTensor> byName =
        tensors.stream()
            .collect(Collectors.toMap(tensor -> tensor.spec().name(), Function.identity()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (TensorInfo placed : header.header().tensors()) {
      bytes.writeBytes(byName.get(placed.name()).bytes());
    }
    return bytes.toByteArray();
  }

  private WrittenHeader header() {
    try {
      return HeaderWriter.write(
          tensors.stream().map(SampleTensor::spec).toList(), Optional.of(Metadata.of(metadata)));
    } catch (UnwritableHeaderException e) {
      throw new IllegalStateException("the samples are made so that they can be written", e);
    }
  }
}
