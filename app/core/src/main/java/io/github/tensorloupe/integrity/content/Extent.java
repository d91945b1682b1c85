package io.github.tensorloupe.integrity.content;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;

/// Byte ranges of an open file that are hashed as one sequence.
///
/// @param ranges the file offsets, in hashing order
public record Extent(ByteSource file, List<ByteRange> ranges) {

  private static final int SAMPLE_BYTES = 1 << 12;
  private static final int SAMPLES = 4;

  /// Returns the extent of all bytes of a tensor.
  public static Extent of(TensorData tensor) {
    return new Extent(tensor.file(), List.of(tensor.range()));
  }

  /// Returns a sample of a tensor: a few ranges, or all bytes of a small tensor. The offsets within
  /// the tensor depend only on its length.
  public static Extent sample(TensorData tensor) {
    ByteRange all = tensor.range();
    if (isSmall(tensor)) {
      return of(tensor);
    }
    List<ByteRange> ranges = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      long begin = all.begin() + i * ((all.byteCount() - SAMPLE_BYTES) / (SAMPLES - 1));
      ranges.add(new ByteRange(begin, begin + SAMPLE_BYTES));
    }
    return new Extent(tensor.file(), ranges);
  }

  /// Returns true if the sample of a tensor consists of all its bytes.
  public static boolean isSmall(TensorData tensor) {
    return tensor.range().byteCount() <= 2L * SAMPLES * SAMPLE_BYTES;
  }

  /// Returns the extent of the header length and the header of a file. If the header is truncated
  /// or invalid, or the file has another format, returns the entire file.
  public static Extent head(TensorFile file) {
    long length = file.bytes().length();
    long end = file.foreign().isPresent() ? length : file.reading().dataStart().orElse(length);
    return new Extent(file.bytes(), List.of(new ByteRange(0, end)));
  }

  public long byteCount() {
    return ranges.stream().mapToLong(ByteRange::byteCount).sum();
  }
}
