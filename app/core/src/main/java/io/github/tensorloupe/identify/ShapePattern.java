package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Shape;

/// Which shapes a rule means, as it stands in the table: `[*,768]`. A star is any length; `n` is
/// some length, the same wherever it stands, and `3n` three times that.
///
/// @param axes outermost first
record ShapePattern(List<Axis> axes) {

  /// One dimension.
  sealed interface Axis {}

  record Any() implements Axis {}

  record Length(long length) implements Axis {}

  /// @param factor of the common length
  record Multiple(long factor) implements Axis {}

  ShapePattern {
    axes = List.copyOf(axes);
  }

  /// Reads `[…]`.
  static ShapePattern parse(String text) {
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new IllegalArgumentException("no shape: " + text);
    }
    String inner = text.substring(1, text.length() - 1);
    return new ShapePattern(
        inner.isBlank()
            ? List.of()
            : List.of(inner.split(",")).stream().map(axis -> axis(axis.strip())).toList());
  }

  private static Axis axis(String text) {
    if (text.equals("*")) {
      return new Any();
    }
    if (text.endsWith("n")) {
      String factor = text.substring(0, text.length() - 1);
      return new Multiple(factor.isEmpty() ? 1 : Long.parseLong(factor));
    }
    return new Length(Long.parseLong(text));
  }

  boolean matches(Shape shape) {
    if (shape.rank() != axes.size()) {
      return false;
    }
    long common = -1;
    for (int axis = 0; axis < axes.size(); axis++) {
      long length = shape.dimension(axis);
      switch (axes.get(axis)) {
        case Any _ -> {}
        case Length(long expected) -> {
          if (length != expected) {
            return false;
          }
        }
        case Multiple(long factor) -> {
          if (length % factor != 0 || common >= 0 && length / factor != common) {
            return false;
          }
          common = length / factor;
        }
      }
    }
    return true;
  }
}
