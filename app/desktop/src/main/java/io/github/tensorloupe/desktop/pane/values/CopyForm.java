package io.github.tensorloupe.desktop.pane.values;

/// How cells are put onto the clipboard.
enum CopyForm {
  /// Lines of cells with tabs between them, as spreadsheets take them.
  TSV("tsv"),
  /// An array as NumPy writes it.
  NUMPY("numpy");

  private final String key;

  CopyForm(String key) {
    this.key = key;
  }

  /// The last part of its message keys.
  String key() {
    return key;
  }
}
