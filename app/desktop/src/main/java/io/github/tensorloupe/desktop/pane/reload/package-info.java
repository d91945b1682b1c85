/// Noticing that another program has changed what is open, and offering to read it again.
///
/// Main types: [io.github.tensorloupe.desktop.pane.reload.ReloadViewModel] and
/// [io.github.tensorloupe.desktop.pane.reload.ReloadBar].
///
/// May use: `format`, `model`, `desktop.selection`, `desktop.job`, `desktop.command`,
/// `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.reload;
