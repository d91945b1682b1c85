/// What a person has chosen, as the window sees it, and the panel where it is chosen.
///
/// Main types: [io.github.tensorloupe.desktop.settings.ChosenSettings],
/// [io.github.tensorloupe.desktop.settings.SettingsPanel].
///
/// May use: `model`, `storage`, `desktop.control.copy`, `desktop.error`, `desktop.job`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.text`, `desktop.theme`,
/// `desktop.control`.
package io.github.tensorloupe.desktop.settings;
