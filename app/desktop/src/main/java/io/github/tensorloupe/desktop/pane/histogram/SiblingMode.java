package io.github.tensorloupe.desktop.pane.histogram;

import java.util.Locale;

/// How the siblings of a tensor are drawn: the tensors with the same role in the other layers.
enum SiblingMode {
  /// Not at all.
  NONE,
  /// All of them together as one outline.
  TOGETHER,
  /// Each as a thin line.
  EACH;

  /// The last part of its message keys.
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
