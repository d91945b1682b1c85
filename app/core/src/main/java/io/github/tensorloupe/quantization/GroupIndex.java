package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.quantization.Grid.Groups;
import io.github.tensorloupe.text.Sentence;

/// The group of each input column, if columns were quantized in another order.
final class GroupIndex {

  private GroupIndex() {}

  /// Returns the groups of input columns, and reports faults of the group index.
  ///
  /// @param takesNone true if −1 means consecutive groups
  static Groups of(WeightDraft draft, long groupSize, long columns, long groups, boolean takesNone)
      throws IOException {
    if (!draft.has(Role.GROUP_INDEX) || !draft.mayHaveValues()) {
      return Groups.of(groupSize);
    }
    long count = draft.elementCount(Role.GROUP_INDEX);
    if (count != columns) {
      draft.wrongGroups(Sentence.of("it has {0} entries for {1} columns", count, columns));
      return Groups.of(groupSize);
    }
    Optional<long[]> read =
        Numbers.Plain.integers(draft.part(Role.GROUP_INDEX), WeightDraft.MAX_NUMBERS);
    if (read.isEmpty()) {
      draft.cannotDecode();
      return Groups.of(groupSize);
    }
    long[] index = read.get();
    if (takesNone && Arrays.stream(index).anyMatch(each -> each == -1)) {
      return Groups.of(groupSize);
    }
    for (int i = 0; i < index.length; i++) {
      if (index[i] < 0 || index[i] >= groups) {
        draft.wrongGroups(
            Sentence.of(
                "entry {0} is {1}, and there are {2} groups", i, String.valueOf(index[i]), groups));
        return Groups.of(groupSize);
      }
    }
    return Groups.mapped(Arrays.stream(index).mapToInt(Math::toIntExact).toArray());
  }
}
