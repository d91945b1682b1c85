package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The group of each input column, where columns were quantized in another order than they are
/// stored in.
final class GroupIndex {

  private GroupIndex() {}

  /// Reads it, and tells of what is wrong with it.
  ///
  /// @param takesNone true if −1 means that columns are in order
  /// @return empty where columns are in order, or nothing can be read
  static Optional<int[]> read(Draft draft, long columns, long groups, boolean takesNone)
      throws IOException {
    if (!draft.mayHaveValues()) {
      return Optional.empty();
    }
    long[] index = draft.integers(Role.GROUP_INDEX);
    if (index.length != columns) {
      draft.wrongGroups(Sentence.of("it has {0} entries for {1} columns", index.length, columns));
      return Optional.empty();
    }
    if (takesNone && Arrays.stream(index).anyMatch(each -> each == -1)) {
      return Optional.empty();
    }
    for (int i = 0; i < index.length; i++) {
      if (index[i] < 0 || index[i] >= groups) {
        draft.wrongGroups(
            Sentence.of(
                "entry {0} is {1}, and there are {2} groups", i, String.valueOf(index[i]), groups));
        return Optional.empty();
      }
    }
    return Optional.of(Arrays.stream(index).mapToInt(Math::toIntExact).toArray());
  }
}
