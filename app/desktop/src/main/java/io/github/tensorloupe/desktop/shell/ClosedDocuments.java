package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.session.RememberedDocument;
import io.github.tensorloupe.storage.session.Session;

/// The documents that were closed, the latest first. Belongs to the FX thread.
final class ClosedDocuments {

  private final List<RememberedDocument> documents = new ArrayList<>();
  private final ReadOnlyBooleanWrapper any = new ReadOnlyBooleanWrapper();

  /// Begins with these.
  void begin(List<RememberedDocument> closed) {
    documents.addAll(closed);
    any.set(!documents.isEmpty());
  }

  /// Adds one that is closed now.
  void add(RememberedDocument document) {
    documents.removeIf(each -> each.path().equals(document.path()));
    documents.addFirst(document);
    if (documents.size() > Session.MAX_CLOSED) {
      documents.removeLast();
    }
    any.set(true);
  }

  /// Takes out the one that was closed last.
  Optional<RememberedDocument> takeLatest() {
    Optional<RememberedDocument> latest =
        documents.isEmpty() ? Optional.empty() : Optional.of(documents.removeFirst());
    any.set(!documents.isEmpty());
    return latest;
  }

  /// All of them.
  List<RememberedDocument> all() {
    return List.copyOf(documents);
  }

  ReadOnlyBooleanProperty anyProperty() {
    return any.getReadOnlyProperty();
  }
}
