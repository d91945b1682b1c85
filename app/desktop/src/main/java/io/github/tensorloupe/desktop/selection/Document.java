package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.format.DisplayText;

/// A document that a window shows. Immutable.
public sealed interface Document permits FileDocument, ComparisonDocument, SurveyDocument {

  /// Returns the title of the window, escaped for display.
  String title();

  /// Returns the title of a tab, escaped for display.
  ///
  /// @param maxCharacters maximum length of the name of a single file
  default String tabTitle(int maxCharacters) {
    return DisplayText.of(title(), maxCharacters);
  }

  /// Returns the open checkpoints: one, the two of a comparison with the base first, or an empty
  /// list.
  default List<FileDocument> checkpoints() {
    return List.of();
  }

  /// Returns the session state without a location.
  RememberedDocument remembered();
}
