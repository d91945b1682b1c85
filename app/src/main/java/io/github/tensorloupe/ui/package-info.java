/// The frame: the main window, its menus and bars, and how a document comes into it. The panes
/// stand in the packages below and know neither each other nor this package.
///
/// Main types: [io.github.tensorloupe.ui.MainView], [io.github.tensorloupe.ui.DocumentOpener],
/// [io.github.tensorloupe.ui.FileDialogs].
///
/// May use: `format`, `model`, `work`, `save`, `prefs.session`, `integrity.doctor`,
/// `integrity.promise`, `ui..`.
package io.github.tensorloupe.ui;
