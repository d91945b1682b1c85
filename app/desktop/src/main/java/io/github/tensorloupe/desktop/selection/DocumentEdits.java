package io.github.tensorloupe.desktop.selection;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.selection.MetadataEdits.EditStep;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// The pending edits of the open document: one set of edits for all files that share the same
/// metadata. Belongs to the FX thread.
///
/// Text that is being typed and is not part of the edits yet is a draft. It counts as pending, and
/// [#pending()] includes it.
public final class DocumentEdits {

  /// Edits and the files that they apply to.
  public record Edited(List<TensorFile> files, MetadataEdits edits) {
    public Edited {
      files = List.copyOf(files);
    }
  }

  /// Typed text that is not part of the edits yet.
  ///
  /// @param edited the edits that it belongs to
  /// @param change adds it to the edits
  /// @param onDrop called if it is discarded instead
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

  /// Subscribes to the open document. Edits of files that are reopened, such as after saving some
  /// of them, are kept; they are discarded when the document is closed or replaced.
  public DocumentEdits(Selection selection) {
    selection.documentProperty().subscribe(this::onDocumentChanged);
  }

  private void onDocumentChanged(DocumentState state) {
    shown = Optional.empty();
    dropDraft();
    switch (state) {
      case DocumentState.Open(FileDocument document) ->
          replaceGroups(group -> group.reopened(document.checkpoint().files()));
      case DocumentState.Empty _, DocumentState.Open _ -> groups.clear();
      case DocumentState.Opening _, DocumentState.Failed _ -> {}
    }
    notifyListeners();
  }

  private void replaceGroups(Function<Group, List<Group>> change) {
    List<Group> after = groups.stream().flatMap(group -> change.apply(group).stream()).toList();
    groups.clear();
    groups.addAll(after);
  }

  /// Returns the edits for files with the same metadata; creates them at the first call.
  public Edited of(List<TensorFile> files, Metadata metadata) {
    for (Group group : groups) {
      if (group.edited().files().equals(files)) {
        return group.edited();
      }
    }
    groups.add(Group.unedited(files, metadata));
    return groups.getLast().edited();
  }

  /// Returns the edits of files: one for each group of files with the same metadata and edits.
  public List<Edited> ofAll(List<TensorFile> files) {
    Map<Optional<Metadata>, List<TensorFile>> filesByMetadata = new LinkedHashMap<>();
    for (TensorFile file : files) {
      filesByMetadata.computeIfAbsent(file.header().metadata(), _ -> new ArrayList<>()).add(file);
    }
    List<Edited> all = new ArrayList<>();
    filesByMetadata.forEach(
        (metadata, same) ->
            apart(same).forEach(part -> all.add(of(part, metadata.orElse(Metadata.EMPTY)))));
    return all;
  }

  /// Divides files into those with the same edits. All of them must have the same metadata on disk.
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

  /// Sets the edits that the user sees, which undo and redo apply to.
  public void show(Optional<Edited> edited) {
    shown = edited;
    refresh();
  }

  /// Changes edits and notifies the listeners.
  public void edit(Edited edited, Consumer<MetadataEdits> change) {
    commitDraft();
    change.accept(edited.edits());
    shown = Optional.of(edited);
    notifyListeners();
  }

  /// Undoes the last step of the shown edits, if there is one. A draft counts as the last step.
  public void undo() {
    shown.filter(_ -> canUndo.get()).ifPresent(edited -> edit(edited, MetadataEdits::undo));
  }

  /// Repeats the step that was undone last, if there is one.
  public void redo() {
    shown.filter(_ -> canRedo.get()).ifPresent(edited -> edit(edited, MetadataEdits::redo));
  }

  public ReadOnlyBooleanProperty canUndoProperty() {
    return canUndo.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty canRedoProperty() {
    return canRedo.getReadOnlyProperty();
  }

  /// The step that [#undo()] would undo; empty if that is a draft.
  public ReadOnlyObjectProperty<Optional<EditStep>> undoStepProperty() {
    return undoStep.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Optional<EditStep>> redoStepProperty() {
    return redoStep.getReadOnlyProperty();
  }

  /// Sets the draft. A previous draft becomes part of the edits.
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

  /// Adds a listener that receives the paths of saved files, as they were opened.
  public void onSaved(Consumer<Set<Path>> listener) {
    savedListeners.add(listener);
  }

  public ReadOnlyBooleanProperty changedProperty() {
    return changed.getReadOnlyProperty();
  }

  /// Returns the edits that would change their files, including the draft.
  public List<Edited> pending() {
    commitDraft();
    return groups.stream().map(Group::edited).filter(edited -> edited.edits().isChanged()).toList();
  }

  /// Marks the pending edits of these files as saved. The document must be reopened afterwards.
  public void markSaved(Set<Path> files) {
    Set<Path> saved = files.stream().map(Group::comparable).collect(Collectors.toSet());
    replaceGroups(group -> group.saved(saved));
    List.copyOf(savedListeners).forEach(listener -> listener.accept(files));
    notifyListeners();
  }

  public void discard() {
    dropDraft();
    shown = Optional.empty();
    groups.clear();
    notifyListeners();
  }

  private void notifyListeners() {
    refresh();
    List.copyOf(listeners).forEach(Runnable::run);
  }

  private void refresh() {
    changed.set(
        draft.isPresent() || groups.stream().anyMatch(group -> group.edited().edits().isChanged()));
    // A draft becomes a step, after which there is no step to redo.
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

    /// Returns the same edits for reopened files. If the metadata of some files have changed, the
    /// pending changes are applied to the new metadata. Empty if none of the files exists any more,
    /// or if there are no edits to keep.
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
      edits.apply(MetadataEdits.replay(edited.edits().changes()));
      return edits;
    }

    /// Returns the groups after some files were saved. If all were saved, the edits keep their undo
    /// steps; otherwise, the saved files form a separate group without edits.
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
