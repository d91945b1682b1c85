package io.github.tensorloupe.analysis.slice;

import module java.base;

/// The memory layout of a slice in one direction (down or to the right): one axis or, for tiles or
/// folded vectors, several nested levels. Immutable.
///
/// @param levels the levels from the outermost to the innermost, at least one
public record Strides(List<Level> levels) {

  /// One level of nesting.
  ///
  /// @param count the number of indexes, at least 0
  /// @param stride the distance between consecutive indexes, in elements
  public record Level(long count, long stride) {}

  public Strides {
    levels = List.copyOf(levels);
  }

  /// Merges adjacent levels that are equivalent to a single level.
  static Strides of(Level... levels) {
    List<Level> merged = new ArrayList<>();
    for (Level level : levels) {
      Level outer = merged.isEmpty() ? new Level(1, 0) : merged.removeLast();
      if (outer.count() == 1) {
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

  public boolean isEven() {
    return levels.size() == 1;
  }

  /// Returns the distance between neighbors in the innermost level, in elements.
  public long innermost() {
    return levels.getLast().stride();
  }

  /// Returns the distance from index 0 to an index, in elements. Ascends with the index.
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

  /// Returns the index composed of one index per level; missing levels have index 0.
  long index(Map<Level, Long> digits) {
    long index = 0;
    for (Level level : levels) {
      index = index * level.count() + digits.getOrDefault(level, 0L);
    }
    return index;
  }

  /// Returns the number of indexes, from the given one on, that are [#innermost] elements apart.
  long evenFrom(long index) {
    return isEven() ? Long.MAX_VALUE : levels.getLast().count() - index % levels.getLast().count();
  }
}
