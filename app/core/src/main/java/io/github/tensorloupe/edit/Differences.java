package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.MetadataEdits.State;

/// Finds how entries differ from the saved ones. Valid until the entries change.
///
/// An entry comes from the saved entry with its id. One whose id is new comes from the saved entry
/// with its key if that entry is gone: who deletes a key and adds it again has changed its value at
/// most.
final class Differences {

  private static final int NONE = -1;

  private final SavedEntries saved;
  private final Entry[] entries;
  private final boolean isChanged;
  private Map<Long, Integer> returned;

  Differences(SavedEntries saved, Entry[] entries) {
    this.saved = saved;
    this.entries = entries;
    this.isChanged = !haveSameContent(saved.entries(), entries);
  }

  private static boolean haveSameContent(Entry[] left, Entry[] right) {
    if (left.length != right.length) {
      return false;
    }
    for (int i = 0; i < left.length; i++) {
      if (!haveSameContent(left[i], right[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveSameContent(Entry left, Entry right) {
    return left == right || left.key().equals(right.key()) && left.value().equals(right.value());
  }

  boolean isChanged() {
    return isChanged;
  }

  State state(Entry entry) {
    if (!isChanged) {
      return State.UNCHANGED;
    }
    int origin = origin(entry);
    if (origin == NONE) {
      return State.ADDED;
    }
    return haveSameContent(saved.entries()[origin], entry) ? State.UNCHANGED : State.CHANGED;
  }

  /// The index of the saved entry that this one comes from.
  private int origin(Entry entry) {
    int index = saved.indexOf(entry.id());
    if (index != NONE) {
      return index;
    }
    if (returned == null) {
      returned = returned();
    }
    return returned.getOrDefault(entry.id(), NONE);
  }

  /// The new entries that come from a saved one which is gone.
  private Map<Long, Integer> returned() {
    Map<String, Integer> gone = gone();
    Map<Long, Integer> origins = new HashMap<>();
    for (int i = 0; i < entries.length && !gone.isEmpty(); i++) {
      if (saved.indexOf(entries[i].id()) == NONE) {
        Integer origin = gone.remove(entries[i].key());
        if (origin != null) {
          origins.put(entries[i].id(), origin);
        }
      }
    }
    return origins;
  }

  /// The saved entries that are gone, by key.
  private Map<String, Integer> gone() {
    boolean[] isThere = new boolean[saved.entries().length];
    for (Entry entry : entries) {
      int index = saved.indexOf(entry.id());
      if (index != NONE) {
        isThere[index] = true;
      }
    }
    Map<String, Integer> gone = new HashMap<>();
    for (int i = 0; i < isThere.length; i++) {
      if (!isThere[i]) {
        gone.put(saved.entries()[i].key(), i);
      }
    }
    return gone;
  }

  /// The saved entries that none comes from, in their order.
  List<Entry> removed() {
    if (!isChanged) {
      return List.of();
    }
    boolean[] isKept = new boolean[saved.entries().length];
    for (Entry entry : entries) {
      int origin = origin(entry);
      if (origin != NONE) {
        isKept[origin] = true;
      }
    }
    return IntStream.range(0, isKept.length)
        .filter(i -> !isKept[i])
        .mapToObj(i -> saved.entries()[i])
        .toList();
  }

  /// The entries with removed ones back at their places: each behind the nearest saved entry before
  /// it that is there.
  Entry[] with(Set<Long> ids) {
    List<Entry> all = new ArrayList<>(List.of(entries));
    for (Entry back : removed()) {
      if (ids.contains(back.id())) {
        all.add(placeOf(saved.indexOf(back.id()), all), back);
      }
    }
    return all.toArray(Entry[]::new);
  }

  private int placeOf(int savedIndex, List<Entry> all) {
    int nearest = NONE;
    int place = 0;
    for (int i = 0; i < all.size(); i++) {
      int index = saved.indexOf(all.get(i).id());
      if (index > nearest && index < savedIndex) {
        nearest = index;
        place = i + 1;
      }
    }
    return place;
  }

  /// The changes in the order of the entries; what was removed stands behind what it followed.
  List<EntryChange> changes() {
    if (!isChanged) {
      return List.of();
    }
    int[] origins = new int[entries.length];
    boolean[] isKept = new boolean[saved.entries().length];
    boolean isInOrder = true;
    int last = NONE;
    for (int i = 0; i < entries.length; i++) {
      origins[i] = origin(entries[i]);
      if (origins[i] != NONE) {
        isKept[origins[i]] = true;
        isInOrder &= origins[i] > last;
        last = origins[i];
      }
    }
    List<EntryChange> changes = changes(origins, isKept);
    if (!isInOrder) {
      changes.add(new EntryChange.Reordered());
    }
    return List.copyOf(changes);
  }

  private List<EntryChange> changes(int[] origins, boolean[] isKept) {
    List<EntryChange> changes = new ArrayList<>();
    addRemoved(0, isKept, changes);
    for (int i = 0; i < entries.length; i++) {
      if (origins[i] == NONE) {
        changes.add(new EntryChange.Added(entries[i].key(), entries[i].value()));
      } else {
        addDifference(saved.entries()[origins[i]], entries[i], changes);
        addRemoved(origins[i] + 1, isKept, changes);
      }
    }
    return changes;
  }

  /// Adds the removals of the saved entries from an index to the next one that is kept.
  private void addRemoved(int from, boolean[] isKept, List<EntryChange> changes) {
    for (int i = from; i < isKept.length && !isKept[i]; i++) {
      Entry entry = saved.entries()[i];
      changes.add(new EntryChange.Removed(entry.key(), entry.value()));
    }
  }

  private static void addDifference(Entry before, Entry after, List<EntryChange> changes) {
    if (!before.key().equals(after.key())) {
      changes.add(
          new EntryChange.Renamed(before.key(), after.key(), before.value(), after.value()));
    } else if (!before.value().equals(after.value())) {
      changes.add(new EntryChange.Revalued(after.key(), before.value(), after.value()));
    }
  }
}
