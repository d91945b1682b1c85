/// The current settings, and the panel that changes them.
///
/// May use: `model`, `storage`, `desktop.control.copy`, `desktop.error`, `desktop.job`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.text`, `desktop.theme`,
/// `desktop.control`, `desktop.storage`.
package io.github.tensorloupe.desktop.settings;
