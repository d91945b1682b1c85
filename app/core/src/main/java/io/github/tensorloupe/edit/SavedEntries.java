package io.github.tensorloupe.edit;

import io.github.tensorloupe.edit.MetadataEdits.Entry;

/// The entries as they were when they were last saved. Immutable.
///
/// @param entries in order
/// @param indexById the index of each entry by its id; -1 for ids that none had
record SavedEntries(Entry[] entries, int[] indexById) {

  /// @param idCount more than the highest id
  static SavedEntries of(Entry[] entries, int idCount) {
    return new SavedEntries(entries, EntryPatch.indicesById(entries, idCount));
  }

  /// The index of the entry that had this id, or -1.
  int indexOf(long id) {
    return id < indexById.length ? indexById[(int) id] : -1;
  }
}
