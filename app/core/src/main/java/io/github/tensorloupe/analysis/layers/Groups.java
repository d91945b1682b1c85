package io.github.tensorloupe.analysis.layers;

import module java.base;

/// Numbered things in numbered groups. Not to be changed once made.
///
/// @param starts where each group begins in `members`, and at the end where the last one ends
/// @param members the things, group after group
record Groups(int[] starts, int[] members) {

  /// @param groupOf the group of each thing, negative where it is in none
  /// @param groupCount how many groups there are
  static Groups of(int[] groupOf, int groupCount) {
    int[] starts = new int[groupCount + 1];
    for (int group : groupOf) {
      if (group >= 0) {
        starts[group + 1]++;
      }
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] next = starts.clone();
    int[] members = new int[starts[groupCount]];
    for (int thing = 0; thing < groupOf.length; thing++) {
      if (groupOf[thing] >= 0) {
        members[next[groupOf[thing]]++] = thing;
      }
    }
    return new Groups(starts, members);
  }

  /// The same groups, each ascending by a key, and things of one key by their numbers.
  ///
  /// @param keys 0 or more
  Groups sortedBy(int[] keys) {
    int[] sorted = new int[members.length];
    for (int group = 0; group < starts.length - 1; group++) {
      long[] order = new long[starts[group + 1] - starts[group]];
      for (int i = 0; i < order.length; i++) {
        int thing = members[starts[group] + i];
        order[i] = ((long) keys[thing] << Integer.SIZE) | thing;
      }
      Arrays.sort(order);
      for (int i = 0; i < order.length; i++) {
        sorted[starts[group] + i] = (int) order[i];
      }
    }
    return new Groups(starts, sorted);
  }

  int[] group(int group) {
    return Arrays.copyOfRange(members, starts[group], starts[group + 1]);
  }

  /// The position in `members` of the first thing of a group whose key is not smaller; the end of
  /// the group where there is none.
  ///
  /// @param keys those that the groups are sorted by
  int positionOf(int group, int key, int[] keys) {
    int low = starts[group];
    int high = starts[group + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys[members[middle]] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
