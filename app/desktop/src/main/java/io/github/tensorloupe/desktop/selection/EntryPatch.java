package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.MetadataDifferences;

/// A change from one list of entries to another by removals and insertions; all other entries keep
/// their order. Its size is proportional to the difference, not to the lists.
///
/// @param removed removed entries by their index in the old list
/// @param added added entries by their index in the new list
record EntryPatch(SortedMap<Integer, Entry> removed, SortedMap<Integer, Entry> added) {

  static EntryPatch adding(int index, Entry entry) {
    return new EntryPatch(new TreeMap<>(), new TreeMap<>(Map.of(index, entry)));
  }

  /// Creates a patch that replaces an entry, or moves it to another index.
  static EntryPatch replacing(int from, Entry before, int to, Entry after) {
    return new EntryPatch(new TreeMap<>(Map.of(from, before)), new TreeMap<>(Map.of(to, after)));
  }

  /// Computes the patch between two lists. An entry counts as unmoved if both lists contain the
  /// same object and it follows, in the old list, all earlier unmoved entries of the new list.
  ///
  /// @param idCount exclusive upper bound of the ids
  static EntryPatch between(List<Entry> before, List<Entry> after, int idCount) {
    int[] indexBefore = MetadataDifferences.indicesById(before, idCount);
    BitSet stays = new BitSet();
    SortedMap<Integer, Entry> added = new TreeMap<>();
    int last = -1;
    for (int i = 0; i < after.size(); i++) {
      Entry entry = after.get(i);
      int index = indexBefore[(int) entry.id()];
      if (index > last && before.get(index) == entry) {
        stays.set(index);
        last = index;
      } else {
        added.put(i, entry);
      }
    }
    SortedMap<Integer, Entry> removed = new TreeMap<>();
    for (int i = stays.nextClearBit(0); i < before.size(); i = stays.nextClearBit(i + 1)) {
      removed.put(i, before.get(i));
    }
    return new EntryPatch(removed, added);
  }

  boolean isEmpty() {
    return removed.isEmpty() && added.isEmpty();
  }

  EntryPatch inverse() {
    return new EntryPatch(added, removed);
  }

  List<Entry> applyTo(List<Entry> before) {
    Entry[] after = new Entry[before.size() - removed.size() + added.size()];
    int from = 0;
    for (int to = 0; to < after.length; to++) {
      Entry put = added.get(to);
      while (put == null && removed.containsKey(from)) {
        from++;
      }
      after[to] = put == null ? before.get(from++) : put;
    }
    return Collections.unmodifiableList(Arrays.asList(after));
  }
}
