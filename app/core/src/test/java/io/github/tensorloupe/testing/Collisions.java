package io.github.tensorloupe.testing;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Different names that have the same hash code.
public final class Collisions {

  private static final int PAIRS = 18;

  private Collisions() {}

  /// @param count at most 2¹⁸
  public static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(Collisions::name).toList();
  }

  /// Replaces the bits of a number by two pairs of letters with the same hash code.
  private static String name(int number) {
    return IntStream.range(0, PAIRS)
        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
        .collect(Collectors.joining());
  }
}
