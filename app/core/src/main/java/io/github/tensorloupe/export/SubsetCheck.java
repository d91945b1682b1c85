package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads a new file back and compares it with what it was made from.
///
/// @param expected how it has to begin
/// @param dataOfName the bytes that its tensors have to have
/// @param cancellation asked before each block
record SubsetCheck(
    WrittenHeader expected, Map<String, TensorData> dataOfName, Cancellation cancellation) {

  /// Compares all of the file.
  ///
  /// @param progress reported in bytes of the tensors
  /// @throws IOException if it would not load, or says something else; the message is a sentence
  void check(Draft draft, Progress progress) throws IOException {
    byte[] begin = new byte[expected.bytes().length];
    draft.read(ByteBuffer.wrap(begin), 0);
    long length = begin.length + expected.dataByteCount();
    if (draft.byteCount() != length || !loads(begin, length)) {
      throw different("its header is refused or says something else");
    }
    long[] done = {0};
    for (TensorInfo tensor : expected.header().tensors()) {
      compare(
          dataOfName.get(tensor.name()),
          draft,
          begin.length + tensor.begin(),
          count -> progress.report(done[0] += count, 0));
    }
  }

  private boolean loads(byte[] begin, long length) {
    byte[] header = Arrays.copyOfRange(begin, Preface.BYTE_COUNT, begin.length);
    HeaderReading reading = HeaderReader.read(Preface.of(length, begin), header);
    return reading.loadError().isEmpty() && reading.header().equals(expected.header());
  }

  @FunctionalInterface
  private interface OnCompared {
    void accept(long byteCount);
  }

  private void compare(TensorData original, Draft copy, long byteOffset, OnCompared onCompared)
      throws IOException {
    int capacity = (int) Math.min(TensorData.BLOCK_BYTES, original.range().byteCount());
    ByteBuffer again = ByteBuffer.allocateDirect(capacity);
    long[] at = {byteOffset};
    new ElementBlocks(original, cancellation, Progress.NONE)
        .bytes(
            block -> {
              copy.read(again.clear().limit(block.remaining()), at[0]);
              if (again.flip().mismatch(block) >= 0) {
                throw different(
                    "a byte of the tensor \"%s\" is another"
                        .formatted(DisplayText.of(original.info().name())));
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
