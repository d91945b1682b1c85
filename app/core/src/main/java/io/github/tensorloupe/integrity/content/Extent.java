package io.github.tensorloupe.integrity.content;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;

/// Bytes of an open file that are hashed together.
///
/// @param ranges file offsets inside it, hashed one after the other
public record Extent(ByteSource file, List<ByteRange> ranges) {

  private static final int SAMPLE_BYTES = 1 << 12;
  private static final int SAMPLES = 4;

  public Extent {
    ranges = List.copyOf(ranges);
  }

  /// All bytes of a tensor.
  public static Extent of(TensorData tensor) {
    return new Extent(tensor.file(), List.of(tensor.range()));
  }

  /// A few bytes of a tensor, from its beginning to its end; of a small one all. Of tensors of the
  /// same length they are at the same places.
  public static Extent sample(TensorData tensor) {
    ByteRange all = tensor.range();
    if (isSmall(tensor)) {
      return of(tensor);
    }
    long step = (all.byteCount() - SAMPLE_BYTES) / (SAMPLES - 1);
    return new Extent(
        tensor.file(),
        LongStream.range(0, SAMPLES)
            .map(i -> all.begin() + i * step)
            .mapToObj(begin -> new ByteRange(begin, begin + SAMPLE_BYTES))
            .toList());
  }

  /// True if the sample of a tensor is all of it.
  public static boolean isSmall(TensorData tensor) {
    return tensor.range().byteCount() <= 2L * SAMPLES * SAMPLE_BYTES;
  }

  /// The header length and the header of a file, as far as they lie in it.
  public static Extent head(TensorFile file) {
    long end = file.reading().dataStart().orElse(file.bytes().length());
    return new Extent(file.bytes(), List.of(new ByteRange(0, end)));
  }

  public long byteCount() {
    return ranges.stream().mapToLong(ByteRange::byteCount).sum();
  }
}
