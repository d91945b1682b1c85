package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;

/// The step from one list of entries to the next: some are taken out and some are put in, all
/// others stay in their order. Its size is that of the difference, not that of the lists.
///
/// @param removed entries with their indices in the list before
/// @param added entries with their indices in the list after
record EntryPatch(Spots removed, Spots added) {

  /// Entries with their indices.
  ///
  /// @param at the indices, ascending
  record Spots(int[] at, Entry[] entries) {

    static final Spots NONE = new Spots(new int[0], new Entry[0]);

    static Spots of(int index, Entry entry) {
      return new Spots(new int[] {index}, new Entry[] {entry});
    }

    int count() {
      return at.length;
    }

    /// The index of the spot with this number, or `end` behind the last one.
    private int at(int number, int end) {
      return number < at.length ? at[number] : end;
    }
  }

  /// Collects spots, to be added by ascending index.
  static final class SpotList {
    private int[] at = new int[8];
    private final List<Entry> entries = new ArrayList<>();

    void add(int index, Entry entry) {
      if (entries.size() == at.length) {
        at = Arrays.copyOf(at, at.length * 2);
      }
      at[entries.size()] = index;
      entries.add(entry);
    }

    Spots spots() {
      return new Spots(Arrays.copyOf(at, entries.size()), entries.toArray(Entry[]::new));
    }
  }

  /// The step between two lists. An entry of both that is the same object stays where it is if the
  /// entries that stay before it in the list after also stand before it in the list before.
  ///
  /// @param idCount more than the highest id
  static EntryPatch between(Entry[] before, Entry[] after, int idCount) {
    int[] indexBefore = indicesById(before, idCount);
    boolean[] stays = new boolean[before.length];
    SpotList added = new SpotList();
    int last = -1;
    for (int i = 0; i < after.length; i++) {
      int index = indexBefore[(int) after[i].id()];
      if (index > last && before[index] == after[i]) {
        stays[index] = true;
        last = index;
      } else {
        added.add(i, after[i]);
      }
    }
    SpotList removed = new SpotList();
    for (int i = 0; i < before.length; i++) {
      if (!stays[i]) {
        removed.add(i, before[i]);
      }
    }
    return new EntryPatch(removed.spots(), added.spots());
  }

  /// The index of each entry by its id; -1 for ids that none has.
  ///
  /// @param idCount more than the highest id
  static int[] indicesById(Entry[] entries, int idCount) {
    int[] indices = new int[idCount];
    Arrays.fill(indices, -1);
    for (int i = 0; i < entries.length; i++) {
      indices[(int) entries[i].id()] = i;
    }
    return indices;
  }

  boolean isEmpty() {
    return removed.count() == 0 && added.count() == 0;
  }

  /// The step back.
  EntryPatch inverse() {
    return new EntryPatch(added, removed);
  }

  /// A new list with the step taken.
  Entry[] applyTo(Entry[] before) {
    Entry[] after = new Entry[before.length - removed.count() + added.count()];
    int from = 0;
    int nextRemoved = 0;
    int nextAdded = 0;
    for (int to = 0; to < after.length; ) {
      int removedAt = removed.at(nextRemoved, before.length);
      int addedAt = added.at(nextAdded, after.length);
      if (to == addedAt) {
        after[to++] = added.entries[nextAdded++];
      } else if (from == removedAt) {
        from++;
        nextRemoved++;
      } else {
        int count = Math.min(removedAt - from, addedAt - to);
        System.arraycopy(before, from, after, to, count);
        from += count;
        to += count;
      }
    }
    return after;
  }
}
