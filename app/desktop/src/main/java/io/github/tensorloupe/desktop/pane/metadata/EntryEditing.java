package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Draft;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.MetadataEdits.State;

/// The edits of the entries that are shown. Belongs to the FX thread.
///
/// An edit does nothing where the entries are read-only or the entry is gone.
final class EntryEditing {

  private final DocumentEdits documentEdits;
  private final String newKey;
  private final ReadOnlyBooleanWrapper editable = new ReadOnlyBooleanWrapper();
  private Optional<Edited> edited = Optional.empty();

  /// @param newKey the key that a new entry has until it is given one
  EntryEditing(DocumentEdits documentEdits, String newKey) {
    this.documentEdits = documentEdits;
    this.newKey = newKey;
  }

  /// Shows other entries.
  void turnTo(Optional<Edited> other, boolean mayChange) {
    edited = other;
    editable.set(mayChange && other.isPresent());
    documentEdits.show(other);
  }

  /// True where the entries may be changed.
  ReadOnlyBooleanProperty editableProperty() {
    return editable.getReadOnlyProperty();
  }

  /// The entries in order.
  List<Entry> entries() {
    return edited.map(each -> each.edits().entries()).orElse(List.of());
  }

  /// All entries as a JSON object, one entry per line.
  String asJson() {
    return asJson(_ -> true);
  }

  /// Some entries as a JSON object, one entry per line.
  String asJson(Predicate<Entry> wanted) {
    return JsonForm.PRETTY.write(
        new JsonObject(
            entries().stream()
                .filter(wanted)
                .map(entry -> new Member(entry.key(), new JsonString(entry.value())))
                .toList()));
  }

  /// The changes that saving would make.
  List<EntryChange> changes() {
    return edited.map(each -> each.edits().changes()).orElse(List.of());
  }

  /// The entry with an id, if it is there.
  Optional<Entry> entry(long id) {
    return edited.flatMap(each -> each.edits().entry(id));
  }

  /// The first entry with a key. Takes time in proportion to the number of entries.
  Optional<Entry> entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  /// The state of an entry since the last save.
  State state(long id) {
    return edited
        .map(Edited::edits)
        .filter(edits -> edits.entry(id).isPresent())
        .map(edits -> edits.state(id))
        .orElse(State.UNCHANGED);
  }

  /// Adds an empty entry with a key that is free, behind another one or at the end.
  ///
  /// @return its id
  Optional<Long> add(Optional<Long> behind) {
    Set<String> taken = entries().stream().map(Entry::key).collect(Collectors.toSet());
    String key = newKey;
    for (int number = 2; taken.contains(key); number++) {
      key = newKey + "_" + number;
    }
    return add(behind, key, "");
  }

  private Optional<Long> add(Optional<Long> behind, String key, String value) {
    Set<Long> before = new HashSet<>();
    change(
        edits -> {
          int index =
              behind
                  .filter(id -> edits.entry(id).isPresent())
                  .map(id -> edits.indexOf(id) + 1)
                  .orElse(edits.entries().size());
          before.add(edits.add(index, key, value).id());
        });
    return before.stream().findFirst();
  }

  /// Gives an entry another key.
  void rename(long id, String key) {
    changeEntry(id, edits -> edits.rename(id, key));
  }

  /// Gives an entry another value.
  void setValue(long id, String value) {
    changeEntry(id, edits -> edits.setValue(id, value));
  }

  /// Gives a key a value: to the entry that has it, else to a new one at the end. No value removes
  /// the entry.
  void set(String key, Optional<String> value) {
    Optional<Entry> entry = entry(key);
    if (value.isEmpty()) {
      entry.ifPresent(each -> delete(Set.of(each.id())));
    } else if (entry.isPresent()) {
      setValue(entry.get().id(), value.get());
    } else {
      add(Optional.empty(), key, value.get());
    }
  }

  /// Removes entries, as one step.
  void delete(Set<Long> ids) {
    change(edits -> edits.delete(ids));
  }

  /// The saved entries that were removed, in their order.
  List<Entry> removed() {
    return edited.map(each -> each.edits().removed()).orElse(List.of());
  }

  /// Restores removed entries, as one step.
  void restore(Set<Long> ids) {
    change(edits -> edits.restore(ids));
  }

  /// Adds a copy behind an entry.
  ///
  /// @return the id of the copy
  Optional<Long> duplicate(long id) {
    Set<Long> copy = new HashSet<>();
    changeEntry(id, edits -> copy.add(edits.duplicate(id).id()));
    return copy.stream().findFirst();
  }

  /// Moves an entry up or down.
  ///
  /// @param by number of places, negative towards the beginning; clamped to the ends
  void move(long id, int by) {
    changeEntry(
        id,
        edits -> {
          int last = edits.entries().size() - 1;
          edits.move(id, Math.clamp(edits.indexOf(id) + (long) by, 0, last));
        });
  }

  /// Makes a change to all entries, as one step.
  ///
  /// @param name the name of the step for undo and redo
  void apply(MetadataChange change, String name) {
    change(edits -> edits.apply(change, Optional.of(name)));
  }

  private void changeEntry(long id, Consumer<MetadataEdits> change) {
    if (entry(id).isPresent()) {
      change(change);
    }
  }

  private void change(Consumer<MetadataEdits> change) {
    if (editable.get()) {
      edited.ifPresent(each -> documentEdits.edit(each, change));
    }
  }

  /// Registers text that is being typed; exactly one of the two is called when typing ends.
  void startDraft(Runnable commit, Runnable drop) {
    documentEdits.startDraft(new Draft(commit, drop));
  }

  /// Makes the text that is being typed part of the edits.
  void commitDraft() {
    documentEdits.commitDraft();
  }

  /// Drops the text that is being typed.
  void dropDraft() {
    documentEdits.dropDraft();
  }

  /// Undoes the last step.
  void undo() {
    documentEdits.undo();
  }

  /// Redoes the step that was undone last.
  void redo() {
    documentEdits.redo();
  }

  /// True where there is a step to undo.
  ReadOnlyBooleanProperty canUndoProperty() {
    return documentEdits.canUndoProperty();
  }

  /// True where there is a step to redo.
  ReadOnlyBooleanProperty canRedoProperty() {
    return documentEdits.canRedoProperty();
  }
}
