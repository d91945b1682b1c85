package io.github.tensorloupe.desktop.pane.hex;

/// The visible rows as text.
final class HexTexts {

  private HexTexts() {}

  /// Returns a visible row as text. Bytes that have not arrived yet are blank.
  ///
  /// @param index 0 for the top row
  static String row(HexViewModel model, int index) {
    HexPage page = model.page.get();
    return page.rowText(page.firstRow() + index);
  }
}
