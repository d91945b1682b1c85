/// Modal panels over the content of the window, instead of native dialogs. One panel is shown at a
/// time and keeps keyboard and mouse input until it is closed.
///
/// Main types: [io.github.tensorloupe.desktop.control.panel.PanelHost],
/// [io.github.tensorloupe.desktop.control.panel.Panel] (title, body and buttons),
/// [io.github.tensorloupe.desktop.control.panel.StagedPanel] and
/// [io.github.tensorloupe.desktop.control.panel.StagedWork] (a panel with steps, and its model),
/// [io.github.tensorloupe.desktop.control.panel.PanelParts] and
/// [io.github.tensorloupe.desktop.control.panel.ByteProgress] (parts of bodies),
/// [io.github.tensorloupe.desktop.control.panel.SaveTargets] (asks where to save).
///
/// May use: `format`, `work`, `desktop.control.notice`, `desktop.error`, `desktop.job`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.panel;
