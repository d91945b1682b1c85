/// Noticing that another program has changed what is open, and offering to read it again.
///
/// Main types: [io.github.tensorloupe.ui.reload.ReloadViewModel] and
/// [io.github.tensorloupe.ui.reload.ReloadBar].
///
/// May use: `format`, `model`, `ui.selection`, `ui.job`, `ui.command`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.reload;
