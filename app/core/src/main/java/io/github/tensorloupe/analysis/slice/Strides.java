package io.github.tensorloupe.analysis.slice;

import module java.base;

/// The distances of elements in one direction of a slice, down or to the right: those of one axis
/// or, where the slice shows tiles, of several axes inside each other. Immutable.
///
/// @param levels from the outermost to the innermost, at least one
public record Strides(List<Level> levels) {

  /// @param count how many indexes there are, at least 0
  /// @param stride how many elements lie from one to the next
  public record Level(long count, long stride) {}

  public Strides {
    levels = List.copyOf(levels);
  }

  /// Levels that lie as evenly as a single one become that.
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

  /// The number of rows or columns.
  public long count() {
    return levels.stream().mapToLong(Level::count).reduce(1, (one, other) -> one * other);
  }

  /// True if every element is as far from the next as every other.
  public boolean isEven() {
    return levels.size() == 1;
  }

  /// The distance of neighbors, as long as the innermost level goes on.
  public long innermost() {
    return levels.getLast().stride();
  }

  /// The distance from the first element; ascending with the index.
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

  /// The index that has these digits, of which missing ones are 0.
  long index(Map<Level, Long> digits) {
    long index = 0;
    for (Level level : levels) {
      index = index * level.count() + digits.getOrDefault(level, 0L);
    }
    return index;
  }

  /// The number of indexes from one on, it included, that are [#innermost] apart.
  long evenFrom(long index) {
    return isEven() ? Long.MAX_VALUE : levels.getLast().count() - index % levels.getLast().count();
  }
}
