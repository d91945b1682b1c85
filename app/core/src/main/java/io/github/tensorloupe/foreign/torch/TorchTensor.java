package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Sentence;

/// A tensor in a pickle: a strided view of a storage, or the reason why it is not listed.
sealed interface TorchTensor extends PickleValue.Loaded {

  int MAX_RANK = 64;

  /// A tensor that is not listed.
  ///
  /// @param reason a clause without a period
  record Unlisted(FindingCode code, Sentence reason) implements TorchTensor {

    static Unlisted unsupported(String reason, Object... arguments) {
      return new Unlisted(FindingCode.TENSOR_UNSUPPORTED, Sentence.of(reason, arguments));
    }

    static Unlisted outOfBounds(String reason, Object... arguments) {
      return new Unlisted(FindingCode.TENSOR_OUT_OF_BOUNDS, Sentence.of(reason, arguments));
    }
  }

  /// A view whose elements are inside the declared size of its storage.
  ///
  /// @param dtype a dtype with a counterpart
  /// @param firstByte the position of the first element in the storage
  /// @param shape the shape in elements of `dtype`
  /// @param strides the distances of adjacent elements, in elements
  /// @param isConjugated true if the imaginary parts are negated
  /// @param isNegated true if all values are negated
  record View(
      TorchStorage storage,
      TorchDtype dtype,
      long firstByte,
      Shape shape,
      long[] strides,
      boolean isConjugated,
      boolean isNegated)
      implements TorchTensor {

    long byteCount() {
      return shape.elementCount().orElseThrow() * dtype.width();
    }

    boolean isContiguous() {
      long expected = 1;
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        if (shape.dimension(axis) != 1 && strides[axis] != expected) {
          return byteCount() == 0;
        }
        expected *= shape.dimension(axis);
      }
      return true;
    }

    /// Returns the same text for views of the same elements.
    String identity() {
      return String.join(
          "|",
          storage.key(),
          Long.toString(storage.byteCount()),
          dtype.name(),
          Long.toString(firstByte),
          shape.toString(),
          Arrays.toString(strides),
          isConjugated + "" + isNegated);
    }

    TorchTensor with(boolean conjugated, boolean negated) {
      boolean isComplex = dtype.numberWidth() < dtype.width();
      if (negated && !isComplex && !dtype.name().contains("float")) {
        return Unlisted.unsupported("it is negated, but its dtype is {0}", dtype.name());
      }
      return new View(storage, dtype, firstByte, shape, strides, conjugated && isComplex, negated);
    }
  }

  /// Creates a view, or returns the reason why it is not listed.
  ///
  /// @param offset the index of the first element
  static TorchTensor of(
      TorchStorage storage, TorchDtype dtype, long offset, long[] sizes, long[] strides) {
    if (dtype.dtype().isEmpty()) {
      return Unlisted.unsupported("the dtype {0} has no counterpart", dtype.name());
    }
    if (sizes.length != strides.length) {
      return Unlisted.outOfBounds(
          "it has {0} {0#size|sizes}, but {1} {1#stride|strides}", sizes.length, strides.length);
    }
    boolean isNegative =
        LongStream.concat(Arrays.stream(sizes), Arrays.stream(strides)).anyMatch(each -> each < 0);
    if (offset < 0 || isNegative) {
      return Unlisted.outOfBounds("its offset, a size or a stride is negative or too large");
    }
    Shape shape = Shape.of(sizes);
    OptionalLong count = shape.elementCount();
    long maxCount = Long.MAX_VALUE / dtype.width();
    if (count.isEmpty() || Long.compareUnsigned(count.getAsLong(), maxCount) > 0) {
      return Unlisted.outOfBounds("it has too many elements");
    }
    long end = offset;
    for (int axis = 0; axis < sizes.length && count.getAsLong() > 0; axis++) {
      end = Saturating.sum(end, Saturating.product(sizes[axis] - 1, strides[axis]));
    }
    // The view and the storage may count elements of different dtypes.
    long available = Math.min(storage.viewCount(), Long.MAX_VALUE / storage.width());
    available = available * storage.width() / dtype.width();
    long begin = Saturating.product(storage.viewOffset(), storage.width());
    boolean isViewInside =
        storage.viewOffset() >= 0
            && storage.viewCount() >= 0
            && storage.viewOffset() <= storage.elementCount() - storage.viewCount();
    if (count.getAsLong() > 0 && (end >= available || !isViewInside)) {
      return Unlisted.outOfBounds(
          "its last element has the index {0}, but the storage has {1} {1#element|elements}",
          end, available);
    }
    long firstByte = count.getAsLong() == 0 ? 0 : begin + offset * dtype.width();
    return new View(storage, dtype, firstByte, shape, strides, false, false);
  }
}
