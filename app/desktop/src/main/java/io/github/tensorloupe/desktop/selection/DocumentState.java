package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.format.Finding;

/// The state of the document of a window.
public sealed interface DocumentState {

  /// No document.
  record Empty() implements DocumentState {}

  /// @param comparedWith the path of the newer document if two are opened for a comparison
  record Opening(Path path, Optional<Path> comparedWith) implements DocumentState {
    public Opening(Path path) {
      this(path, Optional.empty());
    }
  }

  /// An open document, healthy or broken.
  record Open(Document document) implements DocumentState {}

  /// A path that could not be opened at all.
  ///
  /// @param cause the exception, if there was one
  record Failed(Path path, Finding finding, Optional<Throwable> cause) implements DocumentState {}

  /// Returns the open document, or empty if none is open.
  default Optional<Document> shown() {
    return this instanceof Open(Document document) ? Optional.of(document) : Optional.empty();
  }

  /// Returns true if a document of this kind is open.
  default boolean shows(Class<? extends Document> kind) {
    return shown().filter(kind::isInstance).isPresent();
  }

  /// Returns the session state of the document that is open or being opened, without a location.
  default Optional<RememberedDocument> remembered() {
    return this instanceof Opening(Path path, Optional<Path> comparedWith)
        ? Optional.of(RememberedDocument.of(path, comparedWith))
        : shown().map(Document::remembered);
  }
}
