package io.github.tensorloupe.desktop.pane.hex;

/// The visible rows as texts.
final class HexTexts {

  private HexTexts() {}

  /// A visible row as text; bytes that have not arrived are blank.
  ///
  /// @param index 0 for the row on top
  static String row(HexViewModel model, int index) {
    HexPage page = model.page.get();
    return page.rowText(page.firstRow() + index);
  }
}
