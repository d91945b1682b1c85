package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Quantities;

/// Finds the bytes of tensors that are to be written, and says what is wrong with them.
final class WholeTensor {

  private WholeTensor() {}

  /// The bytes of a tensor that is in the file as its shape and dtype say.
  ///
  /// @throws IOException if it is not; the message is a sentence
  static TensorData of(TensorRef tensor) throws IOException {
    TensorData data = complete(tensor);
    TensorInfo info = tensor.info();
    OptionalLong expected = byteCount(info);
    if (expected.isEmpty() || expected.getAsLong() != info.byteCount()) {
      throw new IOException(
          "%s cannot be written so: shape %s of %s needs %s, its data offsets span %s. Its bytes can be written raw."
              .formatted(
                  named(tensor),
                  DisplayText.of(info.shape().toString(), 200),
                  info.dtype(),
                  expected.isPresent() ? bytes(expected.getAsLong()) : "more bytes than there are",
                  bytes(info.byteCount())));
    }
    return data;
  }

  /// The bytes that the header promises, whatever shape and dtype say of them.
  ///
  /// @throws IOException if some are not in the file; the message is a sentence
  static TensorData complete(TensorRef tensor) throws IOException {
    TensorData data = partial(tensor);
    if (!data.isComplete()) {
      long missing = tensor.info().byteCount() - data.range().byteCount();
      throw new IOException(
          "%s is cut off: %s of its %s are in %s, %s missing. Nothing was written of it; what is there can be written raw."
              .formatted(
                  named(tensor),
                  Quantities.count(data.range().byteCount()),
                  bytes(tensor.info().byteCount()),
                  fileOf(tensor),
                  Quantities.count(missing) + (missing == 1 ? " is" : " are")));
    }
    return data;
  }

  /// As many bytes as there are.
  ///
  /// @throws IOException if there are none; the message is a sentence
  static TensorData partial(TensorRef tensor) throws IOException {
    Optional<TensorData> data = tensor.data();
    if (data.isEmpty()) {
      TensorInfo info = tensor.info();
      throw new IOException(
          Long.compareUnsigned(info.begin(), info.end()) > 0
              ? "%s has no bytes: its data offsets run backwards, from %s to %s."
                  .formatted(
                      named(tensor),
                      Long.toUnsignedString(info.begin()),
                      Long.toUnsignedString(info.end()))
              : "%s is not there: all of its %s lie behind the end of %s."
                  .formatted(named(tensor), bytes(info.byteCount()), fileOf(tensor)));
    }
    return data.get();
  }

  /// Says how many bytes are missing from what there is, if any are.
  static List<String> notesOnMissing(TensorRef tensor, TensorData data) {
    long missing = tensor.info().byteCount() - data.range().byteCount();
    return missing == 0
        ? List.of()
        : List.of(
            "%s is cut off: the last %s of its %s are missing."
                .formatted(
                    named(tensor), Quantities.count(missing), bytes(tensor.info().byteCount())));
  }

  /// The number of bytes that shape and dtype ask for; empty where that is no whole number below
  /// 2⁶³.
  static OptionalLong byteCount(TensorInfo info) {
    OptionalLong elements = info.shape().elementCount();
    int bits = info.dtype().bits();
    if (elements.isEmpty() || Math.unsignedMultiplyHigh(elements.getAsLong(), bits) != 0) {
      return OptionalLong.empty();
    }
    long bitCount = elements.getAsLong() * bits;
    return bitCount % 8 == 0 ? OptionalLong.of(bitCount >>> 3) : OptionalLong.empty();
  }

  /// The tensor as the beginning of a sentence.
  static String named(TensorRef tensor) {
    return "The tensor \"%s\"".formatted(DisplayText.of(tensor.info().name()));
  }

  static String fileOf(TensorRef tensor) {
    return PathText.of(String.valueOf(tensor.file().path().getFileName()));
  }

  private static String bytes(long count) {
    return Quantities.count(count) + (count == 1 ? " byte" : " bytes");
  }
}
