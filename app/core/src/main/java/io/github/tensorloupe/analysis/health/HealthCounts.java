package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.element.ElementClass;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;

/// What one thread has found out about one tensor so far. Not thread-safe.
final class HealthCounts {

  private final TensorData tensor;
  private final ClassTallies classes;
  private final Copies copies;
  private final PageRuns pages;
  private long partCount;

  HealthCounts(TensorData tensor) {
    this.tensor = tensor;
    classes = new ClassTallies(ElementType.of(tensor.info().dtype()));
    copies = new Copies(tensor);
    pages = new PageRuns(tensor);
  }

  void add(Chunk chunk) throws IOException {
    partCount += chunk.partCount();
    classes.add(chunk.bytes(), chunk.partCount(), chunk.firstPartIndex());
    copies.add(chunk);
    pages.add(chunk);
  }

  void merge(HealthCounts other) {
    partCount += other.partCount;
    classes.merge(other.classes);
    copies.merge(other.copies);
    pages.merge(other.pages);
  }

  /// A single element is never told to be constant, so only zero matters there. Few tensors hold
  /// nothing else, and only of those the name is looked at.
  private boolean isInitial() {
    boolean isZero = classes.of(ElementClass.ZERO).count() == partCount;
    boolean isOne = copies.areAll(1);
    return (isZero || isOne)
        && InitialValue.of(tensor.info())
            .filter(InitialValue::isHarmless)
            .filter(value -> value.isOne() ? isOne : isZero)
            .isPresent();
  }

  TensorHealth health() {
    return new TensorHealth(
        partCount,
        classes.of(ElementClass.NAN),
        classes.of(ElementClass.POSITIVE_INFINITY),
        classes.of(ElementClass.NEGATIVE_INFINITY),
        classes.of(ElementClass.ZERO),
        classes.of(ElementClass.SUBNORMAL),
        classes.invalid(),
        copies.sameness(),
        isInitial(),
        pages.zeroPages());
  }
}
