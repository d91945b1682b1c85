package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// Metadata with the changes that a person has made and not yet saved. Mutable; for one thread.
///
/// Entries keep their id through every change, also through undo and redo. While it is being
/// edited, two entries may have the same key; it cannot be saved like that.
///
/// What a step takes for undo is in proportion to what it changed, however many entries there are.
public final class MetadataEdits {

  /// One key with its value.
  ///
  /// @param id the same as long as the entry exists
  public record Entry(long id, String key, String value) {
    public Entry {
      Objects.requireNonNull(key);
      Objects.requireNonNull(value);
    }
  }

  /// The state of an entry compared with the saved metadata.
  public enum State {
    UNCHANGED,
    ADDED,
    CHANGED
  }

  /// One step of pending edits, as undo and redo name it.
  ///
  /// @param kind what was done
  /// @param key of the entry it was done to; of several, the first one
  /// @param count of the entries it was done to
  /// @param name what the person called it, such as the title of a preset; if it has one
  public record EditStep(Kind kind, String key, int count, Optional<String> name) {

    public enum Kind {
      ADD,
      DELETE,
      RENAME,
      SET_VALUE,
      MOVE,
      /// Several entries in several ways.
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

  /// Changes made in one go.
  private record Step(EntryPatch patch, EditStep told) {}

  private final List<Step> steps = new ArrayList<>();
  private int stepsTaken;
  private List<Entry> entries;

  /// The entries by id, null if deleted.
  private final List<Entry> byId = new ArrayList<>();

  private List<Entry> saved;
  private Differences differences;

  /// @param saved the metadata as they are in the file
  public MetadataEdits(Metadata saved) {
    saved.entries().forEach(this::newEntry);
    this.entries = List.copyOf(byId);
    this.saved = entries;
  }

  /// The entries in order. Immutable, and safe to hand to another thread; the same list until the
  /// next change.
  public List<Entry> entries() {
    return entries;
  }

  /// The entry with an id, if there is one now. Takes the same time for any number of entries.
  public Optional<Entry> entry(long id) {
    return id >= 0 && id < byId.size() ? Optional.ofNullable(byId.get((int) id)) : Optional.empty();
  }

  /// The index of the entry with an id, or -1. Quick where entries stand near where they stood in
  /// the file; else in proportion to the number of entries.
  public int indexOf(long id) {
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

  /// An entry with an id of its own, which is not among the entries yet. Ids are numbers from 0,
  /// and none is given twice.
  private Entry newEntry(String key, String value) {
    Entry entry = new Entry(byId.size(), key, value);
    byId.add(entry);
    return entry;
  }

  /// Adds an entry.
  ///
  /// @param index where it will stand, from 0 to the number of entries
  public Entry add(int index, String key, String value) {
    Objects.checkIndex(index, entries.size() + 1);
    Entry entry = newEntry(key, value);
    take(EntryPatch.adding(index, entry));
    return entry;
  }

  /// Gives an entry another key. Nothing happens if it has it already.
  ///
  /// @throws IllegalArgumentException if there is no entry with this id
  public void rename(long id, String key) {
    replace(new Entry(id, key, existing(id).value()));
  }

  /// Gives an entry another value. Nothing happens if it has it already.
  ///
  /// @throws IllegalArgumentException if there is no entry with this id
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
      take(EntryPatch.replacing(index, before, index, after));
    }
  }

  /// Takes entries out, as one step. Ids that no entry has are no matter.
  public void delete(Set<Long> ids) {
    List<Entry> kept = entries.stream().filter(entry -> !ids.contains(entry.id())).toList();
    take(EntryPatch.between(entries, kept, byId.size()));
  }

  /// Puts a copy behind an entry, under a key that is free.
  ///
  /// @throws IllegalArgumentException if there is no entry with this id
  public Entry duplicate(long id) {
    Entry original = existing(id);
    return add(indexOf(id) + 1, freeKey(original.key() + "_copy"), original.value());
  }

  /// A key that no entry has: the wanted one, or that with a number.
  public String freeKey(String wanted) {
    return free(wanted, "_", entries.stream().map(Entry::key));
  }

  /// The wanted name, or that with a number behind the separator.
  public static String free(String wanted, String separator, Stream<String> names) {
    Set<String> taken = names.collect(Collectors.toSet());
    String name = wanted;
    for (int number = 2; taken.contains(name); number++) {
      name = wanted + separator + number;
    }
    return name;
  }

  /// Moves an entry so that it stands at an index.
  ///
  /// @param index from 0 to the number of entries, exclusive
  /// @throws IllegalArgumentException if there is no entry with this id
  public void move(long id, int index) {
    Objects.checkIndex(index, entries.size());
    Entry entry = existing(id);
    int from = indexOf(id);
    if (from != index) {
      take(EntryPatch.replacing(from, entry, index, entry));
    }
  }

  /// Makes a change to all of it, as one step. Nothing happens if it changes nothing. An entry
  /// whose key stays keeps its id.
  ///
  /// @throws IllegalStateException if two entries have the same key
  public void apply(MetadataChange change) {
    apply(change, Optional.empty());
  }

  /// The same, as a step with a name.
  ///
  /// @param name what undo and redo call it; without one they tell what it does to the entries
  /// @throws IllegalStateException if two entries have the same key
  public void apply(MetadataChange change, Optional<String> name) {
    Metadata after = change.apply(metadata());
    Map<String, Entry> byKey = HashMap.newHashMap(entries.size());
    entries.forEach(entry -> byKey.put(entry.key(), entry));
    List<Entry> wanted = new ArrayList<>(after.entries().size());
    after.entries().forEach((key, value) -> wanted.add(revalued(byKey.get(key), key, value)));
    take(EntryPatch.between(entries, wanted, byId.size()), name);
  }

  private Entry revalued(Entry before, String key, String value) {
    if (before == null) {
      return newEntry(key, value);
    }
    return before.value().equals(value) ? before : new Entry(before.id(), key, value);
  }

  private void take(EntryPatch patch) {
    take(patch, Optional.empty());
  }

  private void take(EntryPatch patch, Optional<String> name) {
    if (!patch.isEmpty()) {
      steps.subList(stepsTaken, steps.size()).clear();
      steps.add(new Step(patch, EditStep.of(patch, name)));
      redo();
    }
  }

  /// Takes the last step back, if there is one.
  public void undo() {
    if (canUndo()) {
      put(steps.get(--stepsTaken).patch().inverse());
    }
  }

  /// Takes the last step that was taken back again, if there is one.
  public void redo() {
    if (canRedo()) {
      put(steps.get(stepsTaken++).patch());
    }
  }

  /// The step that [#undo()] would take back.
  public Optional<EditStep> undoStep() {
    return canUndo() ? Optional.of(steps.get(stepsTaken - 1).told()) : Optional.empty();
  }

  /// The step that [#redo()] would do again.
  public Optional<EditStep> redoStep() {
    return canRedo() ? Optional.of(steps.get(stepsTaken).told()) : Optional.empty();
  }

  private void put(EntryPatch step) {
    entries = step.applyTo(entries);
    step.removed().values().forEach(entry -> byId.set((int) entry.id(), null));
    step.added().values().forEach(entry -> byId.set((int) entry.id(), entry));
    differences = null;
  }

  /// True if there is a step to take back.
  public boolean canUndo() {
    return stepsTaken > 0;
  }

  /// True if there is a step to take again.
  public boolean canRedo() {
    return stepsTaken < steps.size();
  }

  /// The state of an entry compared with the saved metadata. After a change the first call looks at
  /// all entries; later ones take the same time for any number of them.
  ///
  /// @throws IllegalArgumentException if there is no entry with this id
  public State state(long id) {
    return differences().state(existing(id));
  }

  /// True if saving would change anything. What is back at its saved content and order is not
  /// changed, whatever happened in between.
  public boolean isChanged() {
    return differences().isChanged;
  }

  /// The changes that saving would make, in the order of the entries; empty just where nothing is
  /// changed.
  public List<EntryChange> changes() {
    return differences().changes();
  }

  private Differences differences() {
    if (differences == null) {
      differences = new Differences(saved, entries, byId.size());
    }
    return differences;
  }

  /// The saved entries that saving would remove, in their order and as they were saved.
  public List<Entry> removed() {
    return differences().removed();
  }

  /// Puts removed entries back, as they were saved and to where they stood, as one step. Ids that
  /// none of [#removed()] has are no matter.
  public void restore(Set<Long> ids) {
    take(EntryPatch.between(entries, differences().with(ids), byId.size()));
  }

  /// The metadata as they would be saved.
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

  /// Takes what is in the entries now for saved. Undo still reaches what was before.
  public void markSaved() {
    saved = entries;
    differences = null;
  }
}
