package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataDifferences;
import io.github.tensorloupe.format.Metadata;

/// Metadata with unsaved changes. Mutable; confined to one thread.
///
/// Entries keep their id through all changes, including undo and redo. Two entries may temporarily
/// have the same key, but cannot be saved.
///
/// The memory for an undo step is proportional to the change, not to the number of entries.
public final class MetadataEdits {

  /// A step of pending edits, for the labels of undo and redo.
  ///
  /// @param kind the kind of change
  /// @param key the key of the first affected entry
  /// @param count the number of affected entries
  /// @param name the name of the step, such as the title of a preset, if any
  public record EditStep(Kind kind, String key, int count, Optional<String> name) {

    public enum Kind {
      ADD,
      DELETE,
      RENAME,
      SET_VALUE,
      MOVE,
      /// Several changes of any kind.
      CHANGE
    }

    static EditStep of(EntryPatch patch, Optional<String> name) {
      SortedMap<Integer, Entry> shown = patch.added().isEmpty() ? patch.removed() : patch.added();
      return new EditStep(
          kindOf(patch),
          shown.get(shown.firstKey()).key(),
          Math.max(patch.removed().size(), patch.added().size()),
          name);
    }

    private static Kind kindOf(EntryPatch patch) {
      if (patch.removed().isEmpty()) {
        return Kind.ADD;
      }
      if (patch.added().isEmpty()) {
        return Kind.DELETE;
      }
      Entry before = patch.removed().get(patch.removed().firstKey());
      Entry after = patch.added().get(patch.added().firstKey());
      if (patch.removed().size() + patch.added().size() > 2 || before.id() != after.id()) {
        return Kind.CHANGE;
      }
      if (!before.key().equals(after.key())) {
        return Kind.RENAME;
      }
      return before.value().equals(after.value()) ? Kind.MOVE : Kind.SET_VALUE;
    }
  }

  /// The state of an entry compared with the saved metadata.
  public enum State {
    UNCHANGED,
    ADDED,
    CHANGED
  }

  /// Changes that are undone together.
  private record Step(EntryPatch patch, EditStep summary) {}

  private final List<Step> steps = new ArrayList<>();
  private int appliedStepCount;
  private List<Entry> entries;

  /// The entries by id, null if deleted.
  private final List<Entry> byId = new ArrayList<>();

  private List<Entry> saved;
  private MetadataDifferences differences;

  /// @param saved the metadata in the file
  public MetadataEdits(Metadata saved) {
    saved.entries().forEach(this::newEntry);
    this.entries = List.copyOf(byId);
    this.saved = entries;
  }

  /// Returns the entries in order. The list is immutable and can be passed to other threads. It is
  /// replaced by the next change.
  public List<Entry> entries() {
    return entries;
  }

  /// Returns the entry with an id if it currently exists, in constant time.
  public Optional<Entry> entry(long id) {
    return id >= 0 && id < byId.size() ? Optional.ofNullable(byId.get((int) id)) : Optional.empty();
  }

  /// Returns the index of the entry with an id, or -1. Fast if entries are near their original
  /// positions; otherwise linear in the number of entries.
  public int indexOf(long id) {
    if (entry(id).isEmpty()) {
      return -1;
    }
    // Most entries are near their original positions, where index and id are equal.
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

  /// Creates an entry with an unused id, not yet part of the entries. Ids count from 0 and are
  /// never reused.
  private Entry newEntry(String key, String value) {
    Entry entry = new Entry(byId.size(), key, value);
    byId.add(entry);
    return entry;
  }

  /// Adds an entry.
  ///
  /// @param index the index of the new entry, from 0 to the number of entries
  public Entry add(int index, String key, String value) {
    Objects.checkIndex(index, entries.size() + 1);
    Entry entry = newEntry(key, value);
    addStep(EntryPatch.adding(index, entry));
    return entry;
  }

  /// Changes the key of an entry. Has no effect if the key is equal.
  ///
  /// @throws IllegalArgumentException if no entry has this id
  public void rename(long id, String key) {
    replace(new Entry(id, key, existing(id).value()));
  }

  /// Changes the value of an entry. Has no effect if the value is equal.
  ///
  /// @throws IllegalArgumentException if no entry has this id
  public void setValue(long id, String value) {
    replace(new Entry(id, existing(id).key(), value));
  }

  private Entry existing(long id) {
    return entry(id).orElseThrow(() -> new IllegalArgumentException("no entry has the id " + id));
  }

  private void replace(Entry after) {
    Entry before = existing(after.id());
    if (!before.equals(after)) {
      int index = indexOf(after.id());
      addStep(EntryPatch.replacing(index, before, index, after));
    }
  }

  /// Removes entries in one step. Unknown ids are ignored.
  public void delete(Set<Long> ids) {
    List<Entry> remaining = entries.stream().filter(entry -> !ids.contains(entry.id())).toList();
    addStep(EntryPatch.between(entries, remaining, byId.size()));
  }

  /// Inserts a copy after an entry, under an unused key.
  ///
  /// @throws IllegalArgumentException if no entry has this id
  public Entry duplicate(long id) {
    Entry original = existing(id);
    return add(indexOf(id) + 1, uniqueKey(original.key() + "_copy"), original.value());
  }

  /// Returns an unused key: the wanted one, with a number appended if necessary.
  public String uniqueKey(String wanted) {
    return uniqueName(wanted, "_", entries.stream().map(Entry::key));
  }

  /// Returns an unused name: the wanted one, with the separator and a number appended if necessary.
  public static String uniqueName(String wanted, String separator, Stream<String> names) {
    Set<String> usedNames = names.collect(Collectors.toSet());
    String name = wanted;
    for (int number = 2; usedNames.contains(name); number++) {
      name = wanted + separator + number;
    }
    return name;
  }

  /// Moves an entry to an index.
  ///
  /// @param index from 0 to the number of entries, exclusive
  /// @throws IllegalArgumentException if no entry has this id
  public void move(long id, int index) {
    Objects.checkIndex(index, entries.size());
    Entry entry = existing(id);
    int from = indexOf(id);
    if (from != index) {
      addStep(EntryPatch.replacing(from, entry, index, entry));
    }
  }

  /// Applies a change to all metadata in one step. Has no effect if the metadata remains the same.
  /// Entries with unchanged keys keep their ids.
  ///
  /// @throws IllegalStateException if two entries have the same key
  public void apply(MetadataChange change) {
    apply(change, Optional.empty());
  }

  /// Applies a change to all metadata in one named step.
  ///
  /// @param name the label for undo and redo; without it, they describe the change to the entries
  /// @throws IllegalStateException if two entries have the same key
  public void apply(MetadataChange change, Optional<String> name) {
    Metadata after = change.apply(metadata());
    Map<String, Entry> byKey = HashMap.newHashMap(entries.size());
    entries.forEach(entry -> byKey.put(entry.key(), entry));
    List<Entry> wanted = new ArrayList<>(after.entries().size());
    after.entries().forEach((key, value) -> wanted.add(revalued(byKey.get(key), key, value)));
    addStep(EntryPatch.between(entries, wanted, byId.size()), name);
  }

  private Entry revalued(Entry before, String key, String value) {
    if (before == null) {
      return newEntry(key, value);
    }
    return before.value().equals(value) ? before : new Entry(before.id(), key, value);
  }

  private void addStep(EntryPatch patch) {
    addStep(patch, Optional.empty());
  }

  private void addStep(EntryPatch patch, Optional<String> name) {
    if (!patch.isEmpty()) {
      steps.subList(appliedStepCount, steps.size()).clear();
      steps.add(new Step(patch, EditStep.of(patch, name)));
      redo();
    }
  }

  /// Reverts the last step, if any.
  public void undo() {
    if (canUndo()) {
      applyPatch(steps.get(--appliedStepCount).patch().inverse());
    }
  }

  /// Repeats the last reverted step, if any.
  public void redo() {
    if (canRedo()) {
      applyPatch(steps.get(appliedStepCount++).patch());
    }
  }

  /// Returns the step that [#undo()] would revert.
  public Optional<EditStep> undoStep() {
    return canUndo() ? Optional.of(steps.get(appliedStepCount - 1).summary()) : Optional.empty();
  }

  /// Returns the step that [#redo()] would repeat.
  public Optional<EditStep> redoStep() {
    return canRedo() ? Optional.of(steps.get(appliedStepCount).summary()) : Optional.empty();
  }

  private void applyPatch(EntryPatch step) {
    entries = step.applyTo(entries);
    step.removed().values().forEach(entry -> byId.set((int) entry.id(), null));
    step.added().values().forEach(entry -> byId.set((int) entry.id(), entry));
    differences = null;
  }

  public boolean canUndo() {
    return appliedStepCount > 0;
  }

  public boolean canRedo() {
    return appliedStepCount < steps.size();
  }

  /// Returns the state of an entry compared with the saved metadata. The first call after a change
  /// takes time linear in the number of entries; further calls take constant time.
  ///
  /// @throws IllegalArgumentException if no entry has this id
  public State state(long id) {
    Entry entry = existing(id);
    int origin = differences().origin(entry);
    if (origin < 0) {
      return State.ADDED;
    }
    return saved.get(origin).hasSameContent(entry) ? State.UNCHANGED : State.CHANGED;
  }

  /// Returns true if saving would change anything. Reverted changes do not count.
  public boolean isChanged() {
    return differences().isChanged();
  }

  /// Returns the changes that saving would make, in entry order. Empty if and only if nothing
  /// changed.
  public List<EntryChange> changes() {
    return differences().changes();
  }

  private MetadataDifferences differences() {
    if (differences == null) {
      differences = new MetadataDifferences(saved, entries, byId.size());
    }
    return differences;
  }

  /// Returns the saved entries that saving would remove, in saved order and with their saved
  /// content.
  public List<Entry> removed() {
    return differences().removed();
  }

  /// Restores removed entries with their saved content and position, in one step. Ids not in
  /// [#removed()] are ignored.
  public void restore(Set<Long> ids) {
    List<Entry> all = new ArrayList<>(entries);
    for (Entry entry : removed()) {
      if (ids.contains(entry.id())) {
        all.add(insertionIndex(differences().origin(entry), all), entry);
      }
    }
    addStep(EntryPatch.between(entries, all, byId.size()));
  }

  /// Returns the index after the nearest remaining predecessor in saved order.
  private int insertionIndex(int savedIndex, List<Entry> all) {
    int nearest = -1;
    int place = 0;
    for (int i = 0; i < all.size(); i++) {
      int index = differences().origin(all.get(i));
      boolean isSaved = index >= 0 && saved.get(index).id() == all.get(i).id();
      if (isSaved && index > nearest && index < savedIndex) {
        nearest = index;
        place = i + 1;
      }
    }
    return place;
  }

  /// Returns the metadata that would be saved.
  ///
  /// @throws IllegalStateException if two entries have the same key
  public Metadata metadata() {
    Map<String, String> map = LinkedHashMap.newLinkedHashMap(entries.size());
    for (Entry entry : entries) {
      if (map.put(entry.key(), entry.value()) != null) {
        throw new IllegalStateException("two entries have the same key");
      }
    }
    return Metadata.of(map);
  }

  /// Marks the current entries as saved. Earlier states remain reachable by undo.
  public void markSaved() {
    saved = entries;
    differences = null;
  }

  /// Returns a change that repeats changes made to other metadata, except for reordering.
  public static MetadataChange replay(List<EntryChange> changes) {
    Set<String> removed = new LinkedHashSet<>();
    SequencedMap<String, String> set = new LinkedHashMap<>();
    for (EntryChange change : changes) {
      switch (change) {
        case EntryChange.Added(String key, String value) -> set.put(key, value);
        case EntryChange.Removed(String key, String _) -> removed.add(key);
        case EntryChange.Revalued(String key, String _, String after) -> set.put(key, after);
        case EntryChange.Renamed(String before, String now, String _, String value) -> {
          removed.add(before);
          set.put(now, value);
        }
        case EntryChange.Reordered _ -> {}
      }
    }
    return before -> MetadataChange.set(set).apply(MetadataChange.unset(removed).apply(before));
  }
}
