package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// The same parts of two tensors, read tile by tile. Not thread-safe.
final class PartTiles {

  final PartReader a;
  final PartReader b;
  final boolean isOneDtype;

  /// The number of parts of an element of both together.
  final int partsPerElement;

  PartTiles(Dtype a, Dtype b) {
    ElementType typeA = ElementType.of(a);
    ElementType typeB = ElementType.of(b);
    isOneDtype = a == b;
    partsPerElement = Math.max(typeA.partsPerElement(), typeB.partsPerElement());
    this.a = new PartReader(typeA, typeA.partsPerElement() < partsPerElement, isOneDtype);
    this.b = new PartReader(typeB, typeB.partsPerElement() < partsPerElement, isOneDtype);
  }

  /// Reads a tile of both.
  void read(MemorySegment ofA, MemorySegment ofB, int first, int count) {
    a.read(ofA, first, count);
    b.read(ofB, first, count);
  }

  /// True if the values of a part differ; NaN equals NaN.
  boolean isChanged(int i) {
    double left = a.values[i];
    double right = b.values[i];
    boolean isEqual = left == right && a.rests[i] == b.rests[i];
    return !isEqual && !(Double.isNaN(left) && Double.isNaN(right));
  }

  /// True if the bits of a part of one dtype differ.
  boolean isCodeChanged(int i) {
    return isOneDtype && a.codes[i] != b.codes[i];
  }

  boolean areFinite(int i) {
    return Double.isFinite(a.values[i]) && Double.isFinite(b.values[i]);
  }

  /// b − a as the nearest `double`.
  double delta(int i) {
    return b.values[i] - a.values[i] + (b.rests[i] - a.rests[i]);
  }

  /// True if codes of one dtype have a distance.
  boolean haveUlps() {
    return isOneDtype && !a.type.isInteger();
  }

  /// The distance of ordered codes, unsigned.
  long ulps(int i) {
    long left = a.ordered(a.codes[i]);
    long right = a.ordered(b.codes[i]);
    return Math.max(left, right) - Math.min(left, right);
  }
}
