/// Detects changes of open files by other programs, and offers to reload them.
///
/// Main types: [io.github.tensorloupe.desktop.pane.reload.ReloadViewModel] and
/// [io.github.tensorloupe.desktop.pane.reload.ReloadBar].
///
/// May use: `format`, `model`, `work`, `desktop.selection`, `desktop.job`, `desktop.command`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.reload;
