package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;

/// The equality of dictionary keys in Python, for strings and numbers. Other keys are assumed to be
/// distinct.
final class DictKeys {

  static final Comparator<PickleValue> ORDER =
      (left, right) -> {
        if (left instanceof PickleText text && right instanceof PickleText other) {
          return compare(text, other);
        }
        if (left instanceof PickleText || right instanceof PickleText) {
          return left instanceof PickleText ? 1 : -1;
        }
        return left instanceof Int(long first) && right instanceof Int(long second)
            ? Long.compare(first, second)
            : number(left).compareTo(number(right));
      };

  private DictKeys() {}

  static boolean isComparable(PickleValue key) {
    return key instanceof PickleText
        || key instanceof Int
        || key instanceof BigInt
        || key instanceof Real(double value) && Double.isFinite(value)
        || key instanceof Constant && key != Constant.NONE;
  }

  private static int compare(PickleText left, PickleText right) {
    if (left == right) {
      return 0;
    }
    try {
      return left.isText() == right.isText()
          ? left.compareTo(right)
          : Boolean.compare(left.isText(), right.isText());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BigDecimal number(PickleValue key) {
    return switch (key) {
      case Int(long value) -> BigDecimal.valueOf(value);
      case BigInt(BigInteger value) -> new BigDecimal(value);
      case Real(double value) -> new BigDecimal(value);
      default -> key == Constant.TRUE ? BigDecimal.ONE : BigDecimal.ZERO;
    };
  }
}
