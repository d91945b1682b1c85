package io.github.tensorloupe.analysis;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;

/// Reads the parts of a tensor a fixed number of times, with one progress over all passes.
final class TensorPasses {

  /// Receives the parts of a block.
  @FunctionalInterface
  interface PartsConsumer {
    /// Takes the first `partCount` parts of a block whose memory is reused afterwards.
    void accept(MemorySegment block, int partCount);
  }

  private final TensorData tensor;
  private final ElementType type;
  private final int passCount;
  private final Cancellation cancellation;
  private final Progress progress;
  private int passesDone;

  TensorPasses(TensorData tensor, int passCount, Cancellation cancellation, Progress progress) {
    this.tensor = tensor;
    this.type = ElementType.of(tensor.info().dtype());
    this.passCount = passCount;
    this.cancellation = cancellation;
    this.progress = progress;
  }

  /// How many elements there are: what the shape says, or fewer where their bytes are missing.
  long elementCount() {
    long inRange = type.elementsIn(tensor.range().byteCount());
    OptionalLong inShape = tensor.info().shape().elementCount();
    return inShape.isPresent() && Long.compareUnsigned(inShape.getAsLong(), inRange) < 0
        ? inShape.getAsLong()
        : inRange;
  }

  /// How many parts there are.
  long partCount() {
    return elementCount() * type.partsPerElement();
  }

  /// Reads the tensor once.
  void run(PartsConsumer consumer) throws IOException {
    long partCount = partCount();
    long bytesBefore = passesDone * tensor.range().byteCount();
    tensor.forEachBlock(
        (block, byteOffset) -> {
          // Blocks begin at multiples of 24 bytes, where a part begins whatever its width.
          long firstPartIndex = byteOffset / 8 * 64 / type.partBits();
          long inBlock = type.elementsIn(block.byteSize()) * type.partsPerElement();
          consumer.accept(block, (int) Math.clamp(partCount - firstPartIndex, 0, inBlock));
        },
        cancellation,
        (done, total) -> progress.report(bytesBefore + done, passCount * total));
    passesDone++;
  }

  /// Reports the passes that turned out not to be needed as done.
  void skipRest() {
    long total = passCount * tensor.range().byteCount();
    if (passesDone < passCount && total > 0) {
      passesDone = passCount;
      progress.report(total, total);
    }
  }
}
