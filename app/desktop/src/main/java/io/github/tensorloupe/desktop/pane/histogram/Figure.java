package io.github.tensorloupe.desktop.pane.histogram;

/// A named number.
///
/// @param id of the node of its value
/// @param label its name
/// @param value the number as text
/// @param explanation what it means, where its name does not tell; may be empty
record Figure(String id, String label, String value, String explanation) {

  Figure(String id, String label, String value) {
    this(id, label, value, "");
  }

  /// What is told of it when the mouse rests on it.
  String tooltip() {
    return explanation.isEmpty() ? value : value + "\n" + explanation;
  }
}
