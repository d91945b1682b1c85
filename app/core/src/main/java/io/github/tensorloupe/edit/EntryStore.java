package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.Metadata;

/// The entries as they are now, in order and by id. Ids are numbers from 0, none is given twice.
final class EntryStore {

  private List<Entry> entries;
  private Entry[] byId;
  private int idCount;

  EntryStore(Metadata metadata) {
    List<Entry> initial = new ArrayList<>();
    metadata.entries().forEach((key, value) -> initial.add(new Entry(idCount++, key, value)));
    this.entries = List.copyOf(initial);
    this.byId = initial.toArray(Entry[]::new);
  }

  /// The entries in order. Immutable; another list after each step.
  List<Entry> entries() {
    return entries;
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
    int guess = (int) Math.min(id, entries.size() - 1L);
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
    return index >= 0 && index < entries.size() && entries.get(index).id() == id;
  }

  void put(EntryPatch step) {
    entries = step.applyTo(entries);
    step.removed().values().forEach(entry -> byId[(int) entry.id()] = null);
    step.added().values().forEach(entry -> byId[(int) entry.id()] = entry);
  }
}
