package io.github.tensorloupe.export;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;

/// Reads a new file back and compares it with what it was made from.
///
/// @param expected what its header has to say
/// @param dataOfName the bytes that its tensors have to have
/// @param cancellation asked before each block
record SubsetCheck(Header expected, Map<String, TensorData> dataOfName, Cancellation cancellation) {

  /// Compares all of the file.
  ///
  /// @param progress reported in bytes of the tensors
  /// @throws IOException if it would not load, or says something else; the message is a sentence
  void check(Path file, Progress progress) throws IOException {
    try (TensorFile written = TensorFile.open(file)) {
      if (written.isRefused() || !written.header().equals(expected)) {
        throw different("its header is refused or says something else");
      }
      long[] done = {0};
      for (TensorInfo tensor : expected.tensors()) {
        TensorData copy = written.data(tensor).orElseThrow();
        compare(dataOfName.get(tensor.name()), copy, count -> progress.report(done[0] += count, 0));
      }
    }
  }

  @FunctionalInterface
  private interface OnCompared {
    void accept(long byteCount);
  }

  private void compare(TensorData original, TensorData copy, OnCompared onCompared)
      throws IOException {
    int capacity = (int) Math.min(TensorData.BLOCK_BYTES, original.range().byteCount());
    ByteBuffer again = ByteBuffer.allocateDirect(capacity);
    long[] at = {copy.range().begin()};
    new ElementBlocks(original, cancellation, Progress.NONE)
        .bytes(
            block -> {
              copy.file().read(at[0], again.clear().limit(block.remaining()));
              if (again.flip().mismatch(block) >= 0) {
                throw different(
                    "a byte of the tensor \"%s\" is another"
                        .formatted(DisplayText.of(copy.info().name())));
              }
              at[0] += block.remaining();
              onCompared.accept(block.remaining());
            });
  }

  private static IOException different(String what) {
    return new IOException(
        "The new file does not read back as it was written: %s. It was deleted.".formatted(what));
  }
}
