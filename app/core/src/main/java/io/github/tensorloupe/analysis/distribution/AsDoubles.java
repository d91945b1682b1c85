package io.github.tensorloupe.analysis.distribution;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.Dtype;

/// Turns the values of a dtype into those of `F64`, to be added to values of others.
final class AsDoubles {

  private static final ElementType DOUBLES = ElementType.of(Dtype.F64);
  private static final Buckets BUCKETS = Buckets.of(DOUBLES);

  private AsDoubles() {}

  static FiniteValues of(FiniteValues values) {
    if (values.type() == DOUBLES || values.size() == 0) {
      return values;
    }
    return new FiniteValues(
        DOUBLES,
        rank(values.value(values.minRank())),
        rank(values.value(values.maxRank())),
        areDoubles(values) ? singles(values) : buckets(values));
  }

  /// Whether each value is known and is a double.
  private static boolean areDoubles(FiniteValues values) {
    if (values.cells().buckets() != SingleValues.BUCKETS) {
      return false;
    }
    if (!values.type().isInteger() || values.type().partBits() < Long.SIZE) {
      return true;
    }
    for (int i = 0; i < values.size(); i++) {
      long rank = values.first(i);
      BigDecimal exact = new BigDecimal(values.numberAt(rank).toString());
      if (exact.compareTo(new BigDecimal(values.value(rank))) != 0) {
        return false;
      }
    }
    return true;
  }

  private static Cells singles(FiniteValues values) {
    Cells.Builder cells = new Cells.Builder(SingleValues.BUCKETS, values.size());
    for (int i = 0; i < values.size(); i++) {
      cells.add(rank(values.value(values.first(i))), values.count(i));
    }
    return cells.cells();
  }

  private static Cells buckets(FiniteValues values) {
    // Of each bucket the end next to zero has few digits and lies in the same bucket of doubles.
    Cells own = values.cells().in(Buckets.of(values.type()));
    Cells.Builder cells = new Cells.Builder(BUCKETS, own.size());
    for (int i = 0; i < own.size(); i++) {
      double first = values.value(own.first(i));
      double inner = first < 0 ? values.value(own.last(i)) : first;
      cells.add(BUCKETS.key(rank(inner)), own.count(i));
    }
    return cells.cells();
  }

  private static long rank(double value) {
    return DOUBLES.rankOf(Double.doubleToRawLongBits(value));
  }
}
