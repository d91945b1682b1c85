/// Panels that lie over the window's content and ask or tell something, in place of dialogs of the
/// desktop. One at a time is shown; until it is closed, keys and mouse reach nothing else.
///
/// Main types: [io.github.tensorloupe.ui.panel.PanelHost] (the content with the place above it),
/// [io.github.tensorloupe.ui.panel.PanelSource] (what it makes a panel from),
/// [io.github.tensorloupe.ui.panel.Panel] (title, body and buttons),
/// [io.github.tensorloupe.ui.panel.Notices] (pieces of bodies),
/// [io.github.tensorloupe.ui.panel.SaveTargets] (the question where to save).
///
/// May use: `ui.error`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.panel;
