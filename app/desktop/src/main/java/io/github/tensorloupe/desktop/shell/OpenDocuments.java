package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.ModelFileFlow;
import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import java.nio.file.Path;

/// The open documents of all windows. Belongs to the FX thread.
///
/// @param tabs returns the tabs of all windows
/// @param onClose closes a tab
record OpenDocuments(Supplier<List<DocumentTab>> tabs, Consumer<DocumentTab> onClose)
    implements ModelFileFlow.OpenTabs {

  private Stream<FileDocument> all() {
    return tabs.get().stream()
        .flatMap(tab -> tab.workspace.context.selection().openDocuments().stream());
  }

  @Override
  public boolean isSettled(Path file) {
    return of(file).stream().allMatch(tab -> tab.workspace.isSettled());
  }

  @Override
  public void onRenamed(Path from, Path to) {
    for (DocumentTab tab : of(from)) {
      WorkspaceState state = tab.workspace.state;
      state.document().ifPresent(it -> state.open(it.renamed(from, to)));
    }
  }

  @Override
  public boolean close(Path file) {
    List<DocumentTab> closed = of(file);
    closed.forEach(onClose);
    return !closed.isEmpty();
  }

  /// Returns the tabs that show or compare a file.
  private List<DocumentTab> of(Path file) {
    Predicate<RememberedDocument> isOfFile =
        it -> it.path().equals(file) || it.comparedWith().equals(Optional.of(file));
    return tabs.get().stream()
        .filter(tab -> tab.workspace.state.document().filter(isOfFile).isPresent())
        .toList();
  }

  /// Returns the files of all open documents.
  List<Path> files() {
    return all().flatMap(document -> document.paths().stream()).toList();
  }

  List<Path> checkpoints() {
    return all().map(document -> document.checkpoint().path()).toList();
  }

  /// Returns true while any tab writes files.
  boolean areWritten() {
    return tabs.get().stream().anyMatch(tab -> tab.workspace.isWriting());
  }

  /// Reloads the documents with saved files, except in the tab that has saved them.
  void reload(Set<Path> saved, Workspace saving) {
    tabs.get().stream()
        .map(tab -> tab.workspace)
        .filter(workspace -> workspace != saving)
        .forEach(workspace -> workspace.reload(saved));
  }

  /// Names the tabs of files. Tabs of files with the same name show their folders.
  void nameTabs() {
    Map<DocumentTab, Path> paths = new LinkedHashMap<>();
    for (DocumentTab tab : tabs.get()) {
      tab.path().ifPresentOrElse(path -> paths.put(tab, path), () -> tab.distinctName.set(""));
    }
    List<String> names = DistinctNames.of(List.copyOf(paths.values()), DocumentTab.MAX_CHARACTERS);
    Iterator<String> name = names.iterator();
    paths.keySet().forEach(tab -> tab.distinctName.set(name.next()));
  }
}
