/// Modal panels over the window's content, in place of dialogs of the desktop. One panel is shown
/// at a time; until it is closed, keyboard and mouse stay in it.
///
/// Main types: [io.github.tensorloupe.desktop.control.panel.PanelHost],
/// [io.github.tensorloupe.desktop.control.panel.PanelSource] (makes a panel),
/// [io.github.tensorloupe.desktop.control.panel.Panel] (title, body and buttons),
/// [io.github.tensorloupe.desktop.control.panel.PanelParts] and
/// [io.github.tensorloupe.desktop.control.panel.ByteProgress] (parts of bodies),
/// [io.github.tensorloupe.desktop.control.panel.SaveTargets] (asks where to save).
///
/// May use: `format`, `work`, `desktop.control.notice`, `desktop.error`, `desktop.job`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.panel;
