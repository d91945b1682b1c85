package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.MetadataEdits;
import io.github.tensorloupe.edit.MetadataEdits.EditStep;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// The pending edits of the open document: one set of edits for all files that share the same
/// metadata. Belongs to the FX thread.
///
/// What is being typed and not yet part of the edits is a draft. It counts as pending, and whoever
/// asks for the pending edits gets it with them.
public final class DocumentEdits {

  /// Edits with the files that they are for.
  public record Edited(List<TensorFile> files, MetadataEdits edits) {
    public Edited {
      files = List.copyOf(files);
    }
  }

  /// Typed text that is not part of the edits yet.
  ///
  /// @param edited the edits that it is for
  /// @param change makes it part of them
  /// @param onDrop called where it is forgotten instead
  public record Draft(Edited edited, Consumer<MetadataEdits> change, Runnable onDrop) {}

  private final List<Group> groups = new ArrayList<>();
  private final List<Runnable> listeners = new ArrayList<>();
  private final List<Consumer<Set<Path>>> savedListeners = new ArrayList<>();
  private final ReadOnlyBooleanWrapper changed = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canUndo = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper canRedo = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<Optional<EditStep>> undoStep =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyObjectWrapper<Optional<EditStep>> redoStep =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<Edited> shown = Optional.empty();
  private Optional<Draft> draft = Optional.empty();

  /// Follows the open document. Edits of files that are opened again, after a save of some of them,
  /// are kept; they end where nothing or something else is shown.
  public DocumentEdits(Selection selection) {
    selection.documentProperty().subscribe(this::follow);
  }

  private void follow(DocumentState state) {
    shown = Optional.empty();
    dropDraft();
    switch (state) {
      case DocumentState.Open(OpenDocument document) ->
          replaceGroups(group -> group.reopened(document.checkpoint().files()));
      case DocumentState.Empty _, DocumentState.Compared _, DocumentState.Surveyed _ ->
          groups.clear();
      case DocumentState.Opening _, DocumentState.Failed _ -> {}
    }
    tell();
  }

  private void replaceGroups(Function<Group, List<Group>> change) {
    List<Group> after = groups.stream().flatMap(group -> change.apply(group).stream()).toList();
    groups.clear();
    groups.addAll(after);
  }

  /// The edits for files with the same metadata; made at the first call.
  public Edited of(List<TensorFile> files, Metadata metadata) {
    for (Group group : groups) {
      if (group.edited().files().equals(files)) {
        return group.edited();
      }
    }
    groups.add(Group.unedited(files, metadata));
    return groups.getLast().edited();
  }

  /// Divides files so that those with edits of their own stand apart from the others. All of them
  /// are to have the same metadata in the file.
  public List<List<TensorFile>> apart(List<TensorFile> files) {
    List<List<TensorFile>> parts = new ArrayList<>();
    List<TensorFile> rest = new ArrayList<>(files);
    for (Group group : groups) {
      List<TensorFile> part = files.stream().filter(group.edited().files()::contains).toList();
      if (!part.isEmpty()) {
        parts.add(part);
        rest.removeAll(part);
      }
    }
    if (!rest.isEmpty()) {
      parts.add(rest);
    }
    return parts;
  }

  /// Says which edits are before the eyes of the person: undo and redo mean these.
  public void show(Optional<Edited> edited) {
    shown = edited;
    refresh();
  }

  /// Changes edits, and tells everyone who looks at them.
  public void edit(Edited edited, Consumer<MetadataEdits> change) {
    commitDraft();
    change.accept(edited.edits());
    shown = Optional.of(edited);
    tell();
  }

  /// Takes the last step of the edits that are shown back, if there is one. While something is
  /// being typed, that is the last step.
  public void undo() {
    shown.filter(_ -> canUndo.get()).ifPresent(edited -> edit(edited, MetadataEdits::undo));
  }

  /// Takes the step that was taken back last again, if there is one.
  public void redo() {
    shown.filter(_ -> canRedo.get()).ifPresent(edited -> edit(edited, MetadataEdits::redo));
  }

  public ReadOnlyBooleanProperty canUndoProperty() {
    return canUndo.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty canRedoProperty() {
    return canRedo.getReadOnlyProperty();
  }

  /// The step that [#undo()] would take back; empty while that is something being typed.
  public ReadOnlyObjectProperty<Optional<EditStep>> undoStepProperty() {
    return undoStep.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Optional<EditStep>> redoStepProperty() {
    return redoStep.getReadOnlyProperty();
  }

  /// Notes that something is being typed that the edits do not hold yet. A draft from before is
  /// made part of them.
  public void startDraft(Draft started) {
    commitDraft();
    draft = Optional.of(started);
    refresh();
  }

  public void commitDraft() {
    endDraft(typed -> edit(typed.edited(), typed.change()));
  }

  public void dropDraft() {
    endDraft(typed -> typed.onDrop().run());
  }

  private void endDraft(Consumer<Draft> end) {
    Optional<Draft> typed = draft;
    draft = Optional.empty();
    typed.ifPresent(end);
    refresh();
  }

  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /// Calls back whenever files were saved, with their paths as they were opened.
  public void onSaved(Consumer<Set<Path>> listener) {
    savedListeners.add(listener);
  }

  public ReadOnlyBooleanProperty changedProperty() {
    return changed.getReadOnlyProperty();
  }

  /// The edits that would change their files, with those files.
  public List<Edited> pending() {
    commitDraft();
    return groups.stream().map(Group::edited).filter(edited -> edited.edits().isChanged()).toList();
  }

  /// Takes the pending edits of these files for saved. The document is to be opened again then.
  public void markSaved(Set<Path> files) {
    Set<Path> saved = files.stream().map(Group::comparable).collect(Collectors.toSet());
    replaceGroups(group -> group.saved(saved));
    List.copyOf(savedListeners).forEach(listener -> listener.accept(files));
    tell();
  }

  public void discard() {
    dropDraft();
    shown = Optional.empty();
    groups.clear();
    tell();
  }

  private void tell() {
    refresh();
    List.copyOf(listeners).forEach(Runnable::run);
  }

  private void refresh() {
    changed.set(
        draft.isPresent() || groups.stream().anyMatch(group -> group.edited().edits().isChanged()));
    // What is typed becomes a step, after which there is nothing to take again.
    Optional<MetadataEdits> settled = shown.filter(_ -> draft.isEmpty()).map(Edited::edits);
    canUndo.set(settled.map(MetadataEdits::canUndo).orElse(shown.isPresent()));
    canRedo.set(settled.filter(MetadataEdits::canRedo).isPresent());
    undoStep.set(settled.flatMap(MetadataEdits::undoStep));
    redoStep.set(settled.flatMap(MetadataEdits::redoStep));
  }

  private record Group(Edited edited, Metadata onDisk) {

    static Group unedited(List<TensorFile> files, Metadata metadata) {
      return new Group(new Edited(files, new MetadataEdits(metadata)), metadata);
    }

    static Path comparable(Path path) {
      return path.toAbsolutePath().normalize();
    }

    /// The same edits for files that were opened again. Where some hold something else by now, the
    /// pending changes are made to that. Nothing where none of the files is there any more, or
    /// where there is nothing to keep.
    List<Group> reopened(List<TensorFile> files) {
      MetadataEdits edits = edited.edits();
      if (!edits.isChanged() && !edits.canUndo() && !edits.canRedo()) {
        return List.of();
      }
      Set<Path> paths =
          edited.files().stream().map(file -> comparable(file.path())).collect(Collectors.toSet());
      Map<Metadata, List<TensorFile>> parts = new LinkedHashMap<>();
      for (TensorFile file : files) {
        if (paths.contains(comparable(file.path()))) {
          Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
          parts.computeIfAbsent(metadata, _ -> new ArrayList<>()).add(file);
        }
      }
      List<Group> groups = new ArrayList<>();
      parts.forEach((now, part) -> groups.add(new Group(new Edited(part, on(now)), now)));
      return groups;
    }

    private MetadataEdits on(Metadata now) {
      if (now.equals(onDisk)) {
        return edited.edits();
      }
      MetadataEdits edits = new MetadataEdits(now);
      edits.apply(MetadataChange.again(edited.edits().changes()));
      return edits;
    }

    /// The rest after some files were saved: where all of them were, the edits with what they can
    /// take back; else the saved files stand apart, with nothing pending.
    List<Group> saved(Set<Path> paths) {
      Map<Boolean, List<TensorFile>> parts =
          edited.files().stream()
              .collect(Collectors.partitioningBy(file -> paths.contains(comparable(file.path()))));
      if (parts.get(true).isEmpty()) {
        return List.of(this);
      }
      Metadata written = edited.edits().metadata();
      if (parts.get(false).isEmpty()) {
        edited.edits().markSaved();
        return List.of(new Group(edited, written));
      }
      return List.of(
          unedited(parts.get(true), written),
          new Group(new Edited(parts.get(false), edited.edits()), onDisk));
    }
  }
}
