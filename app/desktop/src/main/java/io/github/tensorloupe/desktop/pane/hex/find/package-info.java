/// The bar above the bytes that finds bytes, texts and numbers.
///
/// It searches from the caret and puts the caret on the match. All matches are counted in the
/// background, for the marks on the scroll bar and the number of the current match.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.find.FindBarView],
/// [io.github.tensorloupe.desktop.pane.hex.find.FindViewModel].
///
/// May use: `format`, `model`, `desktop.job`, `desktop.selection`, `desktop.text`, `desktop.theme`,
/// `desktop.error`, `desktop.control`, `desktop.control.panel`, `desktop.pane.hex.search`.
package io.github.tensorloupe.desktop.pane.hex.find;
