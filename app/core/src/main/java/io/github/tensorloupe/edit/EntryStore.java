package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.Metadata;

/// The entries as they are now, in order and by id. Ids are numbers from 0, none is given twice.
final class EntryStore {

  private Entry[] entries;
  private List<Entry> list;
  private Entry[] byId;
  private int idCount;

  EntryStore(Metadata metadata) {
    Entry[] initial = new Entry[metadata.entries().size()];
    metadata.entries().forEach((key, value) -> initial[idCount] = new Entry(idCount++, key, value));
    setEntries(initial);
    this.byId = initial.clone();
  }

  /// Takes over an array, which nobody changes any more.
  private void setEntries(Entry[] next) {
    entries = next;
    list = Collections.unmodifiableList(Arrays.asList(next));
  }

  /// The entries in order, not to be changed; another array after each step.
  Entry[] entries() {
    return entries;
  }

  /// The entries in order; another list after each step.
  List<Entry> list() {
    return list;
  }

  /// More than the highest id.
  int idCount() {
    return idCount;
  }

  Optional<Entry> entry(long id) {
    return id >= 0 && id < idCount ? Optional.ofNullable(byId[(int) id]) : Optional.empty();
  }

  /// An entry with an id of its own, which is not among the entries yet.
  Entry newEntry(String key, String value) {
    if (idCount == byId.length) {
      byId = Arrays.copyOf(byId, Math.max(16, byId.length + byId.length / 2));
    }
    return new Entry(idCount++, key, value);
  }

  /// The index of the entry with an id, or -1.
  int indexOf(long id) {
    if (entry(id).isEmpty()) {
      return -1;
    }
    // Most entries stand near where they stood at first, when index and id were the same.
    int guess = (int) Math.min(id, entries.length - 1L);
    for (int distance = 0; ; distance++) {
      if (hasId(guess + distance, id)) {
        return guess + distance;
      }
      if (hasId(guess - distance, id)) {
        return guess - distance;
      }
    }
  }

  private boolean hasId(int index, long id) {
    return index >= 0 && index < entries.length && entries[index].id() == id;
  }

  void put(EntryPatch step) {
    setEntries(step.applyTo(entries));
    for (Entry entry : step.removed().entries()) {
      byId[(int) entry.id()] = null;
    }
    for (Entry entry : step.added().entries()) {
      byId[(int) entry.id()] = entry;
    }
  }
}
