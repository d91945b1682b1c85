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

  /// The entries as they were when they were last saved.
  ///
  /// @param indexById the index of each entry by its id; -1 for ids that none had
  record Saved(List<Entry> entries, int[] indexById) {

    /// @param idCount more than the highest id
    static Saved of(List<Entry> entries, int idCount) {
      return new Saved(entries, EntryPatch.indicesById(entries, idCount));
    }

    /// The index of the entry that had this id, or -1.
    private int indexOf(long id) {
      return id < indexById.length ? indexById[(int) id] : NONE;
    }
  }

  private final Saved saved;
  private final List<Entry> entries;
  private final boolean isChanged;
  private Map<Long, Integer> returned;

  Differences(Saved saved, List<Entry> entries) {
    this.saved = saved;
    this.entries = entries;
    this.isChanged = !haveSameContent(saved.entries(), entries);
  }

  private static boolean haveSameContent(List<Entry> left, List<Entry> right) {
    return left.size() == right.size()
        && IntStream.range(0, left.size())
            .allMatch(i -> haveSameContent(left.get(i), right.get(i)));
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
    return haveSameContent(saved.entries().get(origin), entry) ? State.UNCHANGED : State.CHANGED;
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
    BitSet there = indices(entry -> saved.indexOf(entry.id()));
    Map<String, Integer> gone = new HashMap<>();
    without(there).forEach(i -> gone.put(saved.entries().get(i).key(), i));
    Map<Long, Integer> origins = new HashMap<>();
    for (Entry entry : entries) {
      if (!gone.isEmpty() && saved.indexOf(entry.id()) == NONE) {
        Optional.ofNullable(gone.remove(entry.key()))
            .ifPresent(origin -> origins.put(entry.id(), origin));
      }
    }
    return origins;
  }

  /// The indices of saved entries that the entries lead to.
  private BitSet indices(ToIntFunction<Entry> index) {
    BitSet indices = new BitSet();
    entries.stream().mapToInt(index).filter(i -> i != NONE).forEach(indices::set);
    return indices;
  }

  /// The other indices of saved entries.
  private IntStream without(BitSet indices) {
    return IntStream.range(0, saved.entries().size()).filter(i -> !indices.get(i));
  }

  /// The saved entries that none comes from, in their order.
  List<Entry> removed() {
    return isChanged
        ? without(indices(this::origin)).mapToObj(saved.entries()::get).toList()
        : List.of();
  }

  /// The entries with removed ones back at their places: each behind the nearest saved entry before
  /// it that is there.
  List<Entry> with(Set<Long> ids) {
    List<Entry> all = new ArrayList<>(entries);
    for (Entry back : removed()) {
      if (ids.contains(back.id())) {
        all.add(placeOf(saved.indexOf(back.id()), all), back);
      }
    }
    return all;
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
    BitSet kept = indices(this::origin);
    List<EntryChange> changes = new ArrayList<>();
    addRemoved(0, kept, changes);
    boolean isInOrder = true;
    int last = NONE;
    for (Entry entry : entries) {
      int origin = origin(entry);
      if (origin == NONE) {
        changes.add(new EntryChange.Added(entry.key(), entry.value()));
      } else {
        addDifference(saved.entries().get(origin), entry, changes);
        addRemoved(origin + 1, kept, changes);
        isInOrder &= origin > last;
        last = origin;
      }
    }
    if (!isInOrder) {
      changes.add(new EntryChange.Reordered());
    }
    return List.copyOf(changes);
  }

  /// Adds the removals of the saved entries from an index to the next one that is kept.
  private void addRemoved(int from, BitSet kept, List<EntryChange> changes) {
    for (int i = from; i < saved.entries().size() && !kept.get(i); i++) {
      Entry entry = saved.entries().get(i);
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
