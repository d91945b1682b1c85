/// Help: the guide, the “About” panel, and the facts for bug reports.
///
/// May use: `demo`, `desktop.command`, `desktop.control.copy`, `desktop.control.panel`,
/// `desktop.error`, `desktop.job`, `desktop.pane`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.pane.help;
