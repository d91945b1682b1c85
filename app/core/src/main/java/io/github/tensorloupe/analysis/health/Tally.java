package io.github.tensorloupe.analysis.health;

/// Counts how often something occurs, and where first. Not thread-safe.
final class Tally {

  private long count;
  private long firstIndex = Long.MAX_VALUE;

  /// Notes one occurrence.
  void add(long index) {
    count++;
    firstIndex = Math.min(firstIndex, index);
  }

  /// Notes occurrences behind a first one that is known already.
  void addMore(long more) {
    count += more;
  }

  boolean isFound() {
    return count > 0;
  }

  void merge(Tally other) {
    count += other.count;
    firstIndex = Math.min(firstIndex, other.firstIndex);
  }

  Occurrences occurrences() {
    return count == 0 ? Occurrences.NONE : new Occurrences(count, firstIndex);
  }
}
