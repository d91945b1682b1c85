/// The bar above the bytes that finds bytes, texts and numbers.
///
/// It looks from the caret on and puts the caret on what it finds, and counts all matches beside
/// that, for the marks on the scroll bar and for telling which of how many it is.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.find.FindBarView],
/// [io.github.tensorloupe.desktop.pane.hex.find.FindViewModel].
///
/// May use: `format`, `model`, `desktop.job`, `desktop.selection`, `desktop.text`, `desktop.theme`,
/// `desktop.error`, `desktop.control`, `desktop.control.panel`, `desktop.pane.hex.search`.
package io.github.tensorloupe.desktop.pane.hex.find;
