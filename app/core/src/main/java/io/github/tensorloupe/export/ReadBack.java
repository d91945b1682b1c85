package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Compares a draft of a safetensors file with what was written to it. Thread-safe. Blocks the
/// calling thread.
///
/// @param header the header that was written
public record ReadBack(Draft draft, WrittenHeader header) {

  /// Compares the header and the length of the file.
  ///
  /// @throws SentenceException if the file does not read back as it was written
  /// @throws IOException if reading fails
  public void requireHeader() throws IOException {
    byte[] begin = new byte[header.bytes().length];
    draft.read(ByteBuffer.wrap(begin), 0);
    long byteCount = begin.length + header.dataByteCount();
    byte[] text = Arrays.copyOfRange(begin, Preface.BYTE_COUNT, begin.length);
    HeaderReading reading = HeaderReader.read(Preface.of(byteCount, begin), text);
    if (draft.byteCount() != byteCount
        || reading.loadError().isPresent()
        || !reading.header().equals(header.header())) {
      throw different(Sentence.of("its header is refused or differs"));
    }
  }

  /// Compares a tensor with the tensor from which it was copied.
  ///
  /// @param tensor the entry in the new header
  /// @param progress reported in bytes of the tensor
  /// @throws SentenceException if a byte differs
  /// @throws IOException if reading fails
  public void requireCopy(
      TensorInfo tensor, TensorData source, Cancellation cancellation, Progress progress)
      throws IOException {
    int capacity = (int) Math.min(TensorData.BLOCK_BYTES, tensor.byteCount());
    ByteBuffer copy = ByteBuffer.allocateDirect(capacity);
    long begin = header.bytes().length + tensor.begin();
    TensorData.BlockConsumer comparison =
        (block, byteOffset) -> {
          copy.clear().limit(block.remaining());
          draft.read(copy, begin + byteOffset);
          if (copy.flip().mismatch(block) >= 0) {
            throw different(tensor);
          }
        };
    source.forEachBlock(comparison, cancellation, progress);
  }

  /// Returns the exception for a tensor with a different byte.
  public static SentenceException different(TensorInfo tensor) {
    return different(
        Sentence.of("a byte of the tensor \"{0}\" differs", DisplayText.of(tensor.name())));
  }

  private static SentenceException different(Sentence content) {
    return new SentenceException(
        "The new file does not read back as it was written: {0}. It was deleted.", content);
  }
}
