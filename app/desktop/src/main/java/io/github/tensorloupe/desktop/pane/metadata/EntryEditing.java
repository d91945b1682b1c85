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
  private Edited edited;

  EntryEditing(DocumentEdits document) {
    this.document = document;
    show(Optional.empty(), false);
  }

  void show(Optional<Edited> other, boolean isEditable) {
    edited = other.orElse(new Edited(List.of(), new MetadataEdits(Metadata.EMPTY)));
    editable.set(isEditable && other.isPresent());
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
    AtomicReference<Long> id = new AtomicReference<>();
    change(edits -> id.set(adding.apply(edits).id()));
    return Optional.ofNullable(id.get());
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

  static Optional<Entry> entry(MetadataEdits edits, String key) {
    return edits.entries().stream().filter(entry -> entry.key().equals(key)).findFirst();
  }

  State state(long id) {
    return now().entry(id).isPresent() ? now().state(id) : State.UNCHANGED;
  }

  /// Formats entries as a JSON object, one entry per line.
  String asJson(Predicate<Entry> condition) {
    Stream<Member> members =
        entries().stream()
            .filter(condition)
            .map(entry -> new Member(entry.key(), new JsonString(entry.value())));
    return JsonForm.PRETTY.write(new JsonObject(members.toList()));
  }
}
