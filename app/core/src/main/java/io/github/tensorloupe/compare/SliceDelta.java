package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.slice.SliceBlock;
import io.github.tensorloupe.element.ElementType;

/// The difference of the same cells of two tensors of one shape. Rows and columns are those of the
/// slice.
public record SliceDelta(SliceBlock a, SliceBlock b) {

  /// b − a as the nearest `double`; NaN where a side is no number, or both are infinite alike; of
  /// complex cells the real parts.
  public double delta(long row, long column) {
    return exact(a, row, column, 0)
        .flatMap(left -> exact(b, row, column, 0).map(right -> right.subtract(left).doubleValue()))
        .orElseGet(() -> b.value(row, column) - a.value(row, column));
  }

  private static Optional<BigDecimal> exact(SliceBlock block, long row, long column, int part) {
    return switch (block.type().toNumber(block.code(row, column, part))) {
      case Double value when Double.isFinite(value) -> Optional.of(new BigDecimal(value));
      case Double _ -> Optional.empty();
      case Number integer -> Optional.of(new BigDecimal(integer.toString()));
    };
  }

  /// True if the bits or, with different dtypes, the values of a cell differ.
  public boolean isChanged(long row, long column) {
    ElementType typeA = a.type();
    int parts = Math.max(typeA.partsPerElement(), b.type().partsPerElement());
    return IntStream.range(0, parts)
        .anyMatch(
            part ->
                typeA == b.type()
                    ? a.code(row, column, part) != b.code(row, column, part)
                    : isChanged(row, column, part));
  }

  private boolean isChanged(long row, long column, int part) {
    Optional<BigDecimal> left = number(a, row, column, part);
    Optional<BigDecimal> right = number(b, row, column, part);
    if (left.isPresent() && right.isPresent()) {
      return left.get().compareTo(right.get()) != 0;
    }
    return left.isPresent() != right.isPresent()
        || Double.compare(value(a, row, column, part), value(b, row, column, part)) != 0;
  }

  /// The number of a part; 0 for the imaginary one of a real cell.
  private static Optional<BigDecimal> number(SliceBlock block, long row, long column, int part) {
    return part < block.type().partsPerElement()
        ? exact(block, row, column, part)
        : Optional.of(BigDecimal.ZERO);
  }

  private static double value(SliceBlock block, long row, long column, int part) {
    return block.type().toDouble(block.code(row, column, part));
  }
}
