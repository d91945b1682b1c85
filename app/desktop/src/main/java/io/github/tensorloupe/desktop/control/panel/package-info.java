/// Panels that lie over the window's content and ask or tell something, in place of dialogs of the
/// desktop. One at a time is shown; until it is closed, keys and mouse reach nothing else.
///
/// Main types: [io.github.tensorloupe.desktop.control.panel.PanelHost] (the content with the place
/// above it), [io.github.tensorloupe.desktop.control.panel.PanelSource] (what it makes a panel
/// from), [io.github.tensorloupe.desktop.control.panel.Panel] (title, body and buttons),
/// [io.github.tensorloupe.desktop.control.panel.Notices] (pieces of bodies),
/// [io.github.tensorloupe.desktop.control.panel.SaveTargets] (the question where to save).
///
/// May use: `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.panel;
