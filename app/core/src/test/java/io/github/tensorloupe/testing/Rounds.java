package io.github.tensorloupe.testing;

import java.util.List;
import java.util.stream.IntStream;

/// Sets the extent of tests that could do more. With `-Dtensorloupe.rounds=10` those on random data
/// begin anew ten times as often, and what they find is new data; those that try everything with
/// everything leave nothing out.
public final class Rounds {

  private static final int TURNS = 3;
  private static final int FACTOR = Integer.getInteger("tensorloupe.rounds", 1);

  private Rounds() {}

  /// @param few as many as the short form of a test needs
  public static int of(int few) {
    return few * FACTOR;
  }

  /// The part of some cases whose turn it is; three turns have all of them.
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
