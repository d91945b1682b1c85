package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The bytes of tensors to export; damaged tensors are reported.
final class TensorBytes {

  private TensorBytes() {}

  /// Returns the bytes of a complete tensor whose data offsets match its shape and dtype.
  ///
  /// @throws IOException if the data offsets do not match or bytes are missing
  static TensorData of(TensorRef tensor) throws IOException {
    TensorData data = complete(tensor);
    TensorInfo info = tensor.info();
    OptionalLong expected = info.requiredByteCount();
    if (expected.isEmpty() || expected.getAsLong() != info.byteCount()) {
      throw new SentenceException(
          "The tensor \"{0}\" cannot be written in this format: shape {1} of {2} needs {3}, its"
              + " data offsets span {4}. Its bytes can be written raw.",
          nameOf(tensor),
          DisplayText.of(info.shape().toString(), 200),
          info.dtype(),
          expected.isPresent()
              ? bytes(expected.getAsLong())
              : Sentence.of("more bytes than a file can have"),
          bytes(info.byteCount()));
    }
    return data;
  }

  /// Returns the bytes of a complete tensor, whose data offsets need not match its shape and dtype.
  ///
  /// @throws IOException if bytes are missing
  static TensorData complete(TensorRef tensor) throws IOException {
    TensorData data = partial(tensor);
    if (!data.isComplete()) {
      long missing = tensor.info().byteCount() - data.range().byteCount();
      throw new SentenceException(
          "The tensor \"{0}\" is truncated: {1} of its {2} {2#byte|bytes} are in {3}, {4}"
              + " {4#is|are} missing. Nothing was written; the bytes that exist can be written"
              + " raw.",
          nameOf(tensor),
          data.range().byteCount(),
          tensor.info().byteCount(),
          fileOf(tensor),
          missing);
    }
    return data;
  }

  /// Returns the existing bytes of a tensor.
  ///
  /// @throws IOException if all bytes are missing
  static TensorData partial(TensorRef tensor) throws IOException {
    return tensor.data().orElseThrow(() -> new SentenceException(missing(tensor)));
  }

  private static Sentence missing(TensorRef tensor) {
    TensorInfo info = tensor.info();
    return Long.compareUnsigned(info.begin(), info.end()) > 0
        ? Sentence.of(
            "The tensor \"{0}\" has no bytes: its data offsets run backwards, from {1} to {2}.",
            nameOf(tensor), Long.toUnsignedString(info.begin()), Long.toUnsignedString(info.end()))
        : tensor.file().isOverlapping(info)
            ? Sentence.of(
                "The tensor \"{0}\" is not read: too many tensors share the same bytes.",
                nameOf(tensor))
            : Sentence.of(
                "The tensor \"{0}\" is missing: all of its {1} {1#byte|bytes} lie beyond the end of"
                    + " {2}.",
                nameOf(tensor), info.byteCount(), fileOf(tensor));
  }

  static List<Sentence> notesOnMissing(TensorRef tensor, TensorData data) {
    long missing = tensor.info().byteCount() - data.range().byteCount();
    return missing == 0
        ? List.of()
        : List.of(
            Sentence.of(
                "The tensor \"{0}\" is truncated: the last {1} of its {2} {2#byte|bytes} are"
                    + " missing.",
                nameOf(tensor), missing, tensor.info().byteCount()));
  }

  static String nameOf(TensorRef tensor) {
    return DisplayText.of(tensor.info().name());
  }

  static String fileOf(TensorRef tensor) {
    return PathText.of(String.valueOf(tensor.file().path().getFileName()));
  }

  private static Sentence bytes(long count) {
    return Sentence.of("{0} {0#byte|bytes}", count);
  }
}
