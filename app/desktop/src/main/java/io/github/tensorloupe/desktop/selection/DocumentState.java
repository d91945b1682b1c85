package io.github.tensorloupe.desktop.selection;

import module java.base;

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

  /// An open checkpoint, healthy or broken.
  record Open(OpenDocument document) implements DocumentState {}

  /// Two open checkpoints that are compared.
  record Compared(OpenComparison comparison) implements DocumentState {}

  /// The files of a survey, read from its results.
  record Surveyed(OpenSurvey survey) implements DocumentState {}

  /// A path that could not be opened at all.
  ///
  /// @param cause the exception, if there was one
  record Failed(Path path, Finding finding, Optional<Throwable> cause) implements DocumentState {}

  /// Returns the open documents: one, the two of a comparison with the base first, or an empty
  /// list.
  default List<OpenDocument> documents() {
    return switch (this) {
      case Open(OpenDocument open) -> List.of(open);
      case Compared(OpenComparison open) -> List.of(open.a(), open.b());
      case Empty _, Opening _, Surveyed _, Failed _ -> List.of();
    };
  }
}
