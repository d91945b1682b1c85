/// Detects changes of open files by other programs, and offers to reload them.
///
/// May use: `format`, `model`, `desktop.selection`, `desktop.job`, `desktop.command`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.reload;
