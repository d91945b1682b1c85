package io.github.tensorloupe.testing;

/// How often tests on random data begin anew. With `-Dtensorloupe.rounds=10` all of them do so ten
/// times as often, and what they find is new data.
public final class Rounds {

  private static final int FACTOR = Integer.getInteger("tensorloupe.rounds", 1);

  private Rounds() {}

  /// @param few as many as the short form of a test needs
  public static int of(int few) {
    return few * FACTOR;
  }
}
