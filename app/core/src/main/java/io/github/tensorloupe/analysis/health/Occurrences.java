package io.github.tensorloupe.analysis.health;

/// The number of parts of a tensor in a class, and the index of the first one.
///
/// @param firstIndex the index of the first occurrence, or -1 if `count` is 0
public record Occurrences(long count, long firstIndex) {

  public static final Occurrences NONE = new Occurrences(0, -1);

  public Occurrences {
    if (count < 0 || (count == 0) != (firstIndex == -1) || firstIndex < -1) {
      throw new IllegalArgumentException(count + " times, first at " + firstIndex);
    }
  }

  public boolean any() {
    return count > 0;
  }
}
