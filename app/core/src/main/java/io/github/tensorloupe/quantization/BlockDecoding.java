package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.foreign.gguf.BlockLayout;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The computation of values from blocks that contain scales and codes.
record BlockDecoding(TensorRef part, Shape shape, BlockLayout layout) implements WeightValues {

  /// The maximum number of values that are computed together.
  private static final int MAX_VALUES = 1 << 14;

  @Override
  public void compute(long first, int count, ByteBuffer target) throws IOException {
    FloatBuffer floats = target.asFloatBuffer();
    for (long element = first; element < first + count; ) {
      long block = element / layout.length();
      int skipped = (int) (element % layout.length());
      int wanted = (int) Math.min(MAX_VALUES, skipped + first + count - element);
      int blockCount = Math.ceilDiv(wanted, layout.length());
      float[] values = new float[blockCount * layout.length()];
      layout.decode(read(block, blockCount), blockCount, values);
      floats.put(values, skipped, wanted - skipped);
      element += wanted - skipped;
    }
  }

  private byte[] read(long block, int blockCount) throws IOException {
    TensorData data = part.data().orElseThrow();
    long begin = data.range().begin() + block * layout.byteCount();
    return data.file().read(begin, blockCount * layout.byteCount());
  }

  @Override
  public long[] codeCounts(Cancellation cancellation, Progress progress) throws IOException {
    long[] counts = new long[layout.codeCount()];
    int maxBlocks = MAX_VALUES / layout.length();
    int[] codes = new int[MAX_VALUES];
    long total = count() / layout.length();
    for (long block = 0; block < total; block += maxBlocks) {
      cancellation.check();
      int blockCount = (int) Math.min(maxBlocks, total - block);
      layout.readCodes(read(block, blockCount), blockCount, codes);
      for (int i = 0; i < blockCount * layout.length(); i++) {
        counts[codes[i]]++;
      }
      progress.report(block + blockCount, total);
    }
    return counts;
  }

  @Override
  public ElementPlace codeOf(long element) {
    int index = (int) (element % layout.length());
    return place(element, layout.codeByte(index), layout.codeShift(index));
  }

  /// Returns the position of the first scale of the block.
  @Override
  public ElementPlace scaleOf(long element) {
    return place(element, layout.scaleAt(), 0);
  }

  private ElementPlace place(long element, int inBlock, int firstBit) {
    long at = element / layout.length() * layout.byteCount() + inBlock;
    return ElementPlace.of(part, new ByteRange(at, at + 1), firstBit);
  }

  @Override
  public OptionalLong elementAt(long byteOffset) {
    long block = byteOffset / layout.byteCount();
    int inBlock = (int) (byteOffset % layout.byteCount());
    return IntStream.range(0, layout.length())
        .filter(index -> layout.codeByte(index) == inBlock)
        .mapToLong(index -> block * layout.length() + index)
        .findFirst();
  }
}
