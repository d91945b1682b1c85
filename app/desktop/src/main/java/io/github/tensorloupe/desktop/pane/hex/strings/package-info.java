/// The list of strings in a file: runs of printable characters, found in the background and
/// filtered while the user types. A row links to its bytes.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.strings.StringsView] and
/// [io.github.tensorloupe.desktop.pane.hex.strings.StringsViewModel].
///
/// May use: `format`, `model`, `desktop.job`, `desktop.selection`, `desktop.text`, `desktop.theme`,
/// `desktop.error`, `desktop.control`, `desktop.control.copy`, `desktop.control.panel`,
/// `desktop.pane.hex.search`.
package io.github.tensorloupe.desktop.pane.hex.strings;
