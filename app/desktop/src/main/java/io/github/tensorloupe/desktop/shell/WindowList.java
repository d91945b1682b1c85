package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.WindowPlace;
import java.nio.file.Path;

/// The documents of all windows, the most recently used last. Belongs to the FX thread.
final class WindowList {

  private final List<DocumentWindow> all = new ArrayList<>();

  /// True while the most recently used window has several documents.
  final BooleanProperty hasTabs = new SimpleBooleanProperty();

  /// Adds a document as the most recently used one.
  void add(DocumentWindow document) {
    all.add(document);
  }

  void remove(DocumentWindow document) {
    all.remove(document);
    noteTabs();
  }

  /// Marks a document as the most recently used one, if it is still open.
  void use(DocumentWindow document) {
    if (all.remove(document)) {
      all.add(document);
    }
    noteTabs();
  }

  /// Must be called after a document was added to a window or removed from it.
  void noteTabs() {
    hasTabs.set(!all.isEmpty() && last().home().hasTabs());
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  int size() {
    return all.size();
  }

  DocumentWindow last() {
    return all.getLast();
  }

  List<DocumentWindow> all() {
    return List.copyOf(all);
  }

  Stream<TabbedWindow> homes() {
    return all.stream().map(DocumentWindow::home).distinct();
  }

  Optional<DocumentWindow> at(RememberedDocument document) {
    return all.stream().filter(window -> window.shows(document)).findFirst();
  }

  /// Returns the most recently used tab or window that shows the start page.
  Optional<DocumentWindow> onStartPage() {
    return all.reversed().stream().filter(DocumentWindow::isEmpty).findFirst();
  }

  List<Path> openFiles() {
    return all.stream()
        .flatMap(window -> window.workbench.window.selection().openDocuments().stream())
        .flatMap(document -> document.paths().stream())
        .toList();
  }

  /// Returns true if a window is at exactly this position.
  boolean isTaken(WindowPlace place) {
    return all.stream()
        .flatMap(window -> window.see().place().stream())
        .anyMatch(other -> other.x() == place.x() && other.y() == place.y());
  }
}
