package io.github.tensorloupe.desktop.pane.histogram;

/// How a badge is meant.
enum Tone {
  /// Something is broken.
  DANGER("badge-danger"),
  /// Something is odd.
  WARNING("badge-warning"),
  /// Something is as it should be.
  SUCCESS("badge-success"),
  /// A plain fact.
  NEUTRAL("badge-neutral");

  private final String styleClass;

  Tone(String styleClass) {
    this.styleClass = styleClass;
  }

  String styleClass() {
    return styleClass;
  }
}
