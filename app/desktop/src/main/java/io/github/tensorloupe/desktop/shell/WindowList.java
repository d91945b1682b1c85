package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.WindowPlace;
import java.nio.file.Path;

/// The documents of all windows, the most recently used last. Belongs to the FX thread.
final class WindowList {

  private final List<DocumentTab> all = new ArrayList<>();

  /// True while the most recently used window has several documents.
  final BooleanProperty hasTabs = new SimpleBooleanProperty();

  /// Adds a document as the most recently used one.
  void add(DocumentTab document) {
    all.add(document);
  }

  void remove(DocumentTab document) {
    all.remove(document);
    noteTabs();
  }

  /// Marks a document as the most recently used one, if it is still open.
  void use(DocumentTab document) {
    if (all.remove(document)) {
      all.add(document);
    }
    noteTabs();
  }

  /// Must be called after a document was added to a window or removed from it.
  void noteTabs() {
    hasTabs.set(!all.isEmpty() && last().window().hasTabs());
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  int size() {
    return all.size();
  }

  DocumentTab last() {
    return all.getLast();
  }

  List<DocumentTab> all() {
    return List.copyOf(all);
  }

  Stream<AppWindow> homes() {
    return all.stream().map(DocumentTab::window).distinct();
  }

  Optional<DocumentTab> at(RememberedDocument document) {
    return all.stream().filter(window -> window.shows(document)).findFirst();
  }

  /// Returns the most recently used tab or window that shows the start page.
  Optional<DocumentTab> onStartPage() {
    return all.reversed().stream().filter(DocumentTab::isEmpty).findFirst();
  }

  List<Path> openFiles() {
    return all.stream()
        .flatMap(window -> window.workbench.window.selection().openDocuments().stream())
        .flatMap(document -> document.paths().stream())
        .toList();
  }

  /// Returns true if a window is at exactly this position.
  boolean isOccupied(WindowPlace place) {
    return all.stream()
        .flatMap(window -> window.snapshot().place().stream())
        .anyMatch(other -> other.x() == place.x() && other.y() == place.y());
  }
}
