package io.github.tensorloupe.analysis.slice;

import module java.base;

/// The distances between elements in one direction of a slice, down or to the right: along one axis
/// or, if the slice shows tiles, along several nested axes. Immutable.
///
/// @param levels from the outermost to the innermost, at least one
public record Strides(List<Level> levels) {

  /// @param count the number of indexes, at least 0
  /// @param stride the number of elements from one index to the next
  public record Level(long count, long stride) {}

  public Strides {
    levels = List.copyOf(levels);
  }

  /// Merges levels that are equivalent to a single level.
  static Strides of(Level... levels) {
    List<Level> merged = new ArrayList<>();
    for (Level level : levels) {
      Level outer = merged.isEmpty() ? level : merged.removeLast();
      if (merged.isEmpty() && outer == level) {
        merged.add(level);
      } else if (outer.count() == 1) {
        merged.add(level);
      } else if (level.count() == 1) {
        merged.add(outer);
      } else if (outer.stride() == level.count() * level.stride()) {
        merged.add(new Level(outer.count() * level.count(), level.stride()));
      } else {
        merged.add(outer);
        merged.add(level);
      }
    }
    return new Strides(merged);
  }

  /// Returns the number of rows or columns.
  public long count() {
    return levels.stream().mapToLong(Level::count).reduce(1, (one, other) -> one * other);
  }

  /// Returns true if all elements have the same distance.
  public boolean isEven() {
    return levels.size() == 1;
  }

  /// Returns the distance between neighbors within the innermost level.
  public long innermost() {
    return levels.getLast().stride();
  }

  /// Returns the distance from the first element; ascending with the index.
  public long offset(long index) {
    if (isEven()) {
      return index * innermost();
    }
    long offset = 0;
    long rest = index;
    for (int i = levels.size() - 1; i > 0; i--) {
      Level level = levels.get(i);
      offset += rest % level.count() * level.stride();
      rest /= level.count();
    }
    return offset + rest * levels.getFirst().stride();
  }

  /// Returns the index with these digits; missing digits are 0.
  long index(Map<Level, Long> digits) {
    long index = 0;
    for (Level level : levels) {
      index = index * level.count() + digits.getOrDefault(level, 0L);
    }
    return index;
  }

  /// Returns the number of indexes from an index on, including it, that are [#innermost] apart.
  long evenFrom(long index) {
    return isEven() ? Long.MAX_VALUE : levels.getLast().count() - index % levels.getLast().count();
  }
}
