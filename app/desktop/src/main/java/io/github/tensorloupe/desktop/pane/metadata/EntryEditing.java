package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
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
import io.github.tensorloupe.format.Metadata;

/// The edits of the entries that are shown. Belongs to the FX thread. An edit does nothing where
/// the entries are read-only or the entry is gone.
final class EntryEditing {

  private final DocumentEdits document;
  private final String newKey;
  private final ReadOnlyBooleanWrapper editable = new ReadOnlyBooleanWrapper();
  private Optional<Edited> edited = Optional.empty();
  private MetadataEdits edits = new MetadataEdits(Metadata.EMPTY);

  /// @param newKey the key that a new entry has until it is given one
  EntryEditing(DocumentEdits document, String newKey) {
    this.document = document;
    this.newKey = newKey;
  }

  void turnTo(Optional<Edited> other, boolean mayChange) {
    edited = other;
    edits = other.map(Edited::edits).orElseGet(() -> new MetadataEdits(Metadata.EMPTY));
    editable.set(mayChange && other.isPresent());
    document.show(other);
  }

  /// The edits of the whole document: what is being typed, undo and redo.
  DocumentEdits document() {
    return document;
  }

  ReadOnlyBooleanProperty editableProperty() {
    return editable.getReadOnlyProperty();
  }

  List<Entry> entries() {
    return edits.entries();
  }

  /// Entries as a JSON object, one entry per line.
  String asJson(Predicate<Entry> wanted) {
    return JsonForm.PRETTY.write(
        new JsonObject(
            entries().stream()
                .filter(wanted)
                .map(entry -> new Member(entry.key(), new JsonString(entry.value())))
                .toList()));
  }

  List<EntryChange> changes() {
    return edits.changes();
  }

  /// The saved entries that were removed, in their order.
  List<Entry> removed() {
    return edits.removed();
  }

  /// The first entry with a key. Takes time in proportion to the number of entries.
  Optional<Entry> entry(String key) {
    return entries().stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  /// The state of an entry since the last save.
  State state(long id) {
    return edits.entry(id).isPresent() ? edits.state(id) : State.UNCHANGED;
  }

  /// Adds an empty entry with a key that is free, behind another one or at the end.
  ///
  /// @return its id
  Optional<Long> add(Optional<Long> behind) {
    Set<String> taken = entries().stream().map(Entry::key).collect(Collectors.toSet());
    String key =
        Stream.concat(
                Stream.of(newKey), IntStream.iterate(2, n -> n + 1).mapToObj(n -> newKey + "_" + n))
            .filter(each -> !taken.contains(each))
            .findFirst()
            .orElseThrow();
    return idOf(
        now ->
            now.add(
                behind
                    .filter(id -> now.entry(id).isPresent())
                    .map(id -> now.indexOf(id) + 1)
                    .orElse(end(now)),
                key,
                ""));
  }

  private static int end(MetadataEdits now) {
    return now.entries().size();
  }

  void rename(long id, String key) {
    changeEntry(id, now -> now.rename(id, key));
  }

  void setValue(long id, String value) {
    changeEntry(id, now -> now.setValue(id, value));
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
      change(now -> now.add(end(now), key, value.get()));
    }
  }

  /// Removes entries, as one step.
  void delete(Set<Long> ids) {
    change(now -> now.delete(ids));
  }

  /// Restores removed entries, as one step.
  void restore(Set<Long> ids) {
    change(now -> now.restore(ids));
  }

  /// Adds a copy behind an entry.
  ///
  /// @return the id of the copy
  Optional<Long> duplicate(long id) {
    return edits.entry(id).flatMap(_ -> idOf(now -> now.duplicate(id)));
  }

  /// Moves an entry up or down.
  ///
  /// @param by number of places, negative towards the beginning; clamped to the ends
  void move(long id, int by) {
    changeEntry(id, now -> now.move(id, Math.clamp(now.indexOf(id) + (long) by, 0, end(now) - 1)));
  }

  /// Makes a change to all entries, as one step.
  ///
  /// @param name the name of the step for undo and redo
  void apply(MetadataChange change, String name) {
    change(now -> now.apply(change, Optional.of(name)));
  }

  private Optional<Long> idOf(Function<MetadataEdits, Entry> adding) {
    List<Long> added = new ArrayList<>();
    change(now -> added.add(adding.apply(now).id()));
    return added.stream().findFirst();
  }

  private void changeEntry(long id, Consumer<MetadataEdits> change) {
    if (edits.entry(id).isPresent()) {
      change(change);
    }
  }

  private void change(Consumer<MetadataEdits> change) {
    if (editable.get()) {
      edited.ifPresent(each -> document.edit(each, change));
    }
  }
}
