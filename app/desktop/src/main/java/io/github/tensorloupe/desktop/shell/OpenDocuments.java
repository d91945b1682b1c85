package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.selection.DistinctNames;
import io.github.tensorloupe.desktop.selection.FileDocument;
import java.nio.file.Path;

/// The open documents of all windows. Belongs to the FX thread.
///
/// @param tabs returns the tabs of all windows
record OpenDocuments(Supplier<List<DocumentTab>> tabs) {

  private Stream<FileDocument> all() {
    return tabs.get().stream()
        .flatMap(tab -> tab.workspace.context.selection().openDocuments().stream());
  }

  List<Path> files() {
    return all().flatMap(document -> document.paths().stream()).toList();
  }

  List<Path> checkpoints() {
    return all().map(document -> document.checkpoint().path()).toList();
  }

  boolean areWritten() {
    return tabs.get().stream().anyMatch(tab -> tab.workspace.isWriting());
  }

  /// Reloads the documents with files that another tab has saved.
  void reload(Set<Path> saved, DocumentTab saving) {
    tabs.get().stream().filter(tab -> tab != saving).forEach(tab -> tab.workspace.reload(saved));
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
