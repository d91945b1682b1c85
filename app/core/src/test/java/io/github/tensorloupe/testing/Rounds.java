package io.github.tensorloupe.testing;

import java.util.List;
import java.util.stream.IntStream;

/// Configures the extent of tests. With `-Dtensorloupe.rounds=10`, random tests use ten times as
/// many seeds, and combinatorial tests run all cases.
public final class Rounds {

  private static final int TURNS = 3;
  private static final int FACTOR = Integer.getInteger("tensorloupe.rounds", 1);

  private Rounds() {}

  /// @param few the number of rounds in a normal build
  public static int of(int few) {
    return few * FACTOR;
  }

  /// Returns a third of the cases, or all cases in an extended run. Three turns cover all cases.
  ///
  /// @param turn at least 0
  public static <T> List<T> some(List<T> cases, int turn) {
    return FACTOR > 1
        ? cases
        : IntStream.range(0, cases.size())
            .filter(index -> index % TURNS == turn % TURNS)
            .mapToObj(cases::get)
            .toList();
  }
}
