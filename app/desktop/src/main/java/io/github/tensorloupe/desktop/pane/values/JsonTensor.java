package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.TensorData;

/// Tensors of bytes that hold a JSON text, as quantizers leave their settings beside weights.
final class JsonTensor {

  /// Longer tensors are numbers.
  static final int MAX_BYTES = 1 << 20;

  private static final int LINE_LIMIT = 20_000;
  private static final int MIN_BYTES = 2;

  private JsonTensor() {}

  /// True if a tensor may hold JSON, by what the header says of it.
  static boolean isPossible(TensorData data) {
    Dtype dtype = data.info().dtype();
    long byteCount = data.range().byteCount();
    return (dtype == Dtype.U8 || dtype == Dtype.I8)
        && data.isComplete()
        && byteCount >= MIN_BYTES
        && byteCount <= MAX_BYTES;
  }

  /// The text in lines and fit for reading; empty where the bytes are no object or array in UTF-8.
  /// Zeros behind it are skipped.
  ///
  /// @param data that [#isPossible] is true of
  static Optional<String> read(TensorData data) throws IOException {
    byte[] bytes =
        data.file().read(data.range().begin(), Math.toIntExact(data.range().byteCount()));
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return decode(ByteBuffer.wrap(bytes, 0, end))
        .flatMap(EmbeddedJson::parse)
        .map(JsonForm.PRETTY::write)
        .map(JsonTensor::readable);
  }

  private static Optional<String> decode(ByteBuffer bytes) {
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static String readable(String text) {
    return text.lines()
        .map(line -> DisplayText.of(line, LINE_LIMIT))
        .collect(Collectors.joining("\n"));
  }
}
