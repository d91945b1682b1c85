/// The path from the file to the selected tensor or group, with back and forward.
///
/// May use: `format`, `model`, `desktop.selection`, `desktop.command`, `desktop.control.copy`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`, `desktop.control`,
/// `desktop.control.names`.
package io.github.tensorloupe.desktop.pane.breadcrumb;
