package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;

/// The step from one list of entries to the next: some are taken out and some are put in, all
/// others stay in their order. Its size is that of the difference, not that of the lists.
///
/// @param removed by their indices in the list before
/// @param added by their indices in the list after
record EntryPatch(SortedMap<Integer, Entry> removed, SortedMap<Integer, Entry> added) {

  static EntryPatch adding(int index, Entry entry) {
    return new EntryPatch(new TreeMap<>(), new TreeMap<>(Map.of(index, entry)));
  }

  /// The step that puts an entry in place of another, or of itself at another index.
  static EntryPatch replacing(int from, Entry before, int to, Entry after) {
    return new EntryPatch(new TreeMap<>(Map.of(from, before)), new TreeMap<>(Map.of(to, after)));
  }

  /// The step between two lists. An entry of both that is the same object stays where it is if the
  /// entries that stay before it in the list after also stand before it in the list before.
  ///
  /// @param idCount more than the highest id
  static EntryPatch between(List<Entry> before, List<Entry> after, int idCount) {
    int[] indexBefore = indicesById(before, idCount);
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

  /// The index of each entry by its id; -1 for ids that none has.
  ///
  /// @param idCount more than the highest id
  static int[] indicesById(List<Entry> entries, int idCount) {
    int[] indices = new int[idCount];
    Arrays.fill(indices, -1);
    for (int i = 0; i < entries.size(); i++) {
      indices[(int) entries.get(i).id()] = i;
    }
    return indices;
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
