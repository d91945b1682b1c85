package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// The state of the window's document.
public sealed interface DocumentState {

  /// Nothing yet.
  record Empty() implements DocumentState {}

  /// @param comparedWith the path of the newer one where two are opened to be compared
  record Opening(Path path, Optional<Path> comparedWith) implements DocumentState {
    public Opening(Path path) {
      this(path, Optional.empty());
    }
  }

  /// An open checkpoint, healthy or broken.
  record Open(OpenDocument document) implements DocumentState {}

  /// Two open checkpoints beside each other.
  record Compared(OpenComparison comparison) implements DocumentState {}

  /// The files of a survey, read from its results.
  record Surveyed(OpenSurvey survey) implements DocumentState {}

  /// A path that could not be opened at all.
  ///
  /// @param cause what was thrown, where something was
  record Failed(Path path, Finding finding, Optional<Throwable> cause) implements DocumentState {}

  /// What is open: one document, the two of a comparison with the base first, or none.
  default List<OpenDocument> documents() {
    return switch (this) {
      case Open(OpenDocument open) -> List.of(open);
      case Compared(OpenComparison open) -> List.of(open.a(), open.b());
      case Empty _, Opening _, Surveyed _, Failed _ -> List.of();
    };
  }
}
