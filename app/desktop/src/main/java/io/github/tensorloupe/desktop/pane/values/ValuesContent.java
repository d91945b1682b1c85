package io.github.tensorloupe.desktop.pane.values;

/// What the pane shows.
sealed interface ValuesContent {

  /// Why there are no numbers.
  record Nothing(String sentence) implements ValuesContent {}

  /// A text that a tensor of bytes holds.
  record Json(String text) implements ValuesContent {}

  /// Numbers.
  ///
  /// @param areJson whether they are the bytes of a JSON text
  record Numbers(boolean areJson) implements ValuesContent {}
}
