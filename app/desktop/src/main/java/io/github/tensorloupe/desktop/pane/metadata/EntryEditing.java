package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Draft;
import io.github.tensorloupe.desktop.selection.DocumentEdits.Edited;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.selection.MetadataEdits.State;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.format.Metadata;

/// The edits of the shown entries. Belongs to the FX thread.
final class EntryEditing {

  /// The edits of the whole document, with the current draft, undo and redo.
  final DocumentEdits document;

  final BooleanProperty editable = new SimpleBooleanProperty();
  private Edited edited = nothing();

  EntryEditing(DocumentEdits document) {
    this.document = document;
  }

  private static Edited nothing() {
    return new Edited(List.of(), new MetadataEdits(Metadata.EMPTY));
  }

  void turnTo(Optional<Edited> other, boolean mayChange) {
    edited = other.orElseGet(EntryEditing::nothing);
    editable.set(mayChange && other.isPresent());
    document.show(other);
  }

  /// Returns the current edits, for reading; use [#change] to modify them.
  MetadataEdits now() {
    return edited.edits();
  }

  List<Entry> entries() {
    return now().entries();
  }

  /// Makes a change, unless the entries are read-only.
  void change(Consumer<MetadataEdits> change) {
    if (editable.get()) {
      document.edit(edited, change);
    }
  }

  /// Adds an entry and returns its id, or returns empty if the entries are read-only.
  Optional<Long> add(Function<MetadataEdits, Entry> adding) {
    List<Long> added = new ArrayList<>();
    change(edits -> added.add(adding.apply(edits).id()));
    return added.stream().findFirst();
  }

  /// Registers a draft: typed text that is not part of the entries yet.
  ///
  /// @param change commits the draft
  /// @param onDrop called if the draft is discarded instead
  void startDraft(Consumer<MetadataEdits> change, Runnable onDrop) {
    document.startDraft(new Draft(edited, change, onDrop));
  }

  /// Sets the value of a key, adding an entry at the end if the key is missing. An empty value
  /// removes the entry.
  void set(String key, Optional<String> value) {
    change(edits -> set(edits, key, value));
  }

  static void set(MetadataEdits edits, String key, Optional<String> value) {
    Optional<Entry> entry = entry(edits, key);
    if (value.isEmpty()) {
      entry.ifPresent(each -> edits.delete(Set.of(each.id())));
    } else if (entry.isPresent()) {
      edits.setValue(entry.get().id(), value.get());
    } else {
      edits.add(edits.entries().size(), key, value.get());
    }
  }

  /// Returns the first entry with a key. Takes time linear in the number of entries.
  Optional<Entry> entry(String key) {
    return entry(now(), key);
  }

  private static Optional<Entry> entry(MetadataEdits edits, String key) {
    return edits.entries().stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  State state(long id) {
    return now().entry(id).isPresent() ? now().state(id) : State.UNCHANGED;
  }

  /// Formats entries as a JSON object, one entry per line.
  String asJson(Predicate<Entry> wanted) {
    return JsonForm.PRETTY.write(
        new JsonObject(
            entries().stream()
                .filter(wanted)
                .map(entry -> new Member(entry.key(), new JsonString(entry.value())))
                .toList()));
  }
}
