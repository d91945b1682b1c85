/// What a person has chosen, as the window sees it, and the panel where it is chosen.
///
/// Main types: [io.github.tensorloupe.ui.settings.ChosenSettings],
/// [io.github.tensorloupe.ui.settings.SettingsPanel].
///
/// May use: `model`, `prefs`, `ui.copy`, `ui.error`, `ui.job`, `ui.panel`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.settings;
