/// The problems pane: everything that was found wrong or remarkable in the structure and the values
/// of the open document, each leading to its tensor or its bytes.
///
/// Main types: [io.github.tensorloupe.desktop.pane.problems.ProblemsView],
/// [io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel].
///
/// May use: `format`, `model`, `desktop.selection`, `desktop.control.copy`, `desktop.text`,
/// `desktop.theme`, `desktop.control`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.problems;
