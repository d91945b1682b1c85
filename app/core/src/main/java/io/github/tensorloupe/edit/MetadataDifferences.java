package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// The differences between edited and saved entries.
///
/// An edited entry corresponds to the saved entry with the same id. An entry with a new id
/// corresponds to a removed saved entry with the same key, if there is one: removing a key and
/// adding it again is a change of its value at most.
public final class MetadataDifferences {

  private static final int NONE = -1;

  private final List<Entry> saved;
  private final List<Entry> entries;
  private final boolean isChanged;

  /// Index of the corresponding saved entry by entry id, or -1.
  private final int[] origins;

  /// Indexes of the saved entries with a corresponding edited entry.
  private final BitSet remainingIndices = new BitSet();

  /// Compares entries in linear time.
  ///
  /// @param idCount exclusive upper bound of the ids
  public MetadataDifferences(List<Entry> saved, List<Entry> entries, int idCount) {
    this.saved = saved;
    this.entries = entries;
    isChanged =
        saved.size() != entries.size()
            || IntStream.range(0, saved.size())
                .anyMatch(i -> !saved.get(i).hasSameContent(entries.get(i)));
    origins = indicesById(isChanged ? saved : entries, idCount);
    entries.stream().mapToInt(this::origin).filter(i -> i != NONE).forEach(remainingIndices::set);
    Map<String, Integer> removedByKey = new HashMap<>();
    removedIndices().forEach(i -> removedByKey.put(saved.get(i).key(), i));
    for (Entry entry : entries) {
      if (!removedByKey.isEmpty()
          && origin(entry) == NONE
          && removedByKey.remove(entry.key()) instanceof Integer origin) {
        origins[(int) entry.id()] = origin;
        remainingIndices.set(origin);
      }
    }
  }

  /// Returns the differences between two metadata maps, matched by key.
  public static MetadataDifferences of(Metadata saved, Metadata changed) {
    List<Entry> before = Entry.of(saved, 0);
    List<Entry> after = Entry.of(changed, before.size());
    return new MetadataDifferences(before, after, before.size() + after.size());
  }

  /// Returns the index of each entry by id; -1 for unused ids below `idCount`.
  public static int[] indicesById(List<Entry> entries, int idCount) {
    int[] indices = new int[idCount];
    Arrays.fill(indices, NONE);
    for (int i = 0; i < entries.size(); i++) {
      indices[(int) entries.get(i).id()] = i;
    }
    return indices;
  }

  /// Returns true if the edited entries differ from the saved ones in content or order.
  public boolean isChanged() {
    return isChanged;
  }

  /// Returns the index of the saved entry that an edited entry corresponds to, or -1.
  public int origin(Entry entry) {
    return origins[(int) entry.id()];
  }

  /// Returns the saved entries without a corresponding edited entry, in saved order.
  public List<Entry> removed() {
    return removedIndices().mapToObj(saved::get).toList();
  }

  private IntStream removedIndices() {
    return IntStream.range(0, saved.size()).filter(i -> !remainingIndices.get(i));
  }

  /// Returns the changes in entry order. Removals follow their saved predecessor.
  public List<EntryChange> changes() {
    List<EntryChange> changes = new ArrayList<>();
    addRemoved(0, changes);
    boolean isInOrder = true;
    int last = NONE;
    for (Entry entry : entries) {
      int origin = origin(entry);
      if (origin == NONE) {
        changes.add(new EntryChange.Added(entry.key(), entry.value()));
      } else {
        Entry before = saved.get(origin);
        if (!before.key().equals(entry.key())) {
          changes.add(
              new EntryChange.Renamed(before.key(), entry.key(), before.value(), entry.value()));
        } else if (!before.value().equals(entry.value())) {
          changes.add(new EntryChange.Revalued(entry.key(), before.value(), entry.value()));
        }
        addRemoved(origin + 1, changes);
        isInOrder &= origin > last;
        last = origin;
      }
    }
    if (!isInOrder) {
      changes.add(new EntryChange.Reordered());
    }
    return List.copyOf(changes);
  }

  private void addRemoved(int from, List<EntryChange> changes) {
    for (int i = from; i < saved.size() && !remainingIndices.get(i); i++) {
      Entry entry = saved.get(i);
      changes.add(new EntryChange.Removed(entry.key(), entry.value()));
    }
  }
}
