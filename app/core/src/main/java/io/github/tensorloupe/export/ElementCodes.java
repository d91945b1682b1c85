package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A consumer of the codes of a tensor in batches.
@FunctionalInterface
interface ElementCodes {

  int BATCH_SIZE = 4096;

  /// @param codes the codes; reused for the next batch
  /// @param count the number of valid codes, from index 0
  void accept(long[] codes, int count) throws IOException;

  /// Passes the codes of all parts of all elements to the consumer. See [TensorData#forEachBlock]
  /// for parameters and exceptions.
  static void read(
      TensorData data, ElementCodes consumer, Cancellation cancellation, Progress progress)
      throws IOException {
    ElementType type = ElementType.of(data.info().dtype());
    long[] codes = new long[BATCH_SIZE];
    data.forEachBlock(
        (block, _) -> {
          long partCount = type.elementsIn(block.remaining()) * type.partsPerElement();
          for (long first = 0; first < partCount; first += BATCH_SIZE) {
            int count = (int) Math.min(BATCH_SIZE, partCount - first);
            type.codes(block, first, codes, count);
            consumer.accept(codes, count);
          }
        },
        cancellation,
        progress);
  }
}
