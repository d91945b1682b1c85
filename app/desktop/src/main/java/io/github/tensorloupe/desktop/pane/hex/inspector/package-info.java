/// The data inspector: the value of the bytes at the caret as every dtype, in both byte orders, and
/// the bits of their element.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.inspector.InspectorView] and
/// [io.github.tensorloupe.desktop.pane.hex.inspector.InspectorViewModel].
///
/// May use: `format`, `element`, `model`, `text`, `desktop.error`, `desktop.job`,
/// `desktop.selection`, `desktop.control.canvas`, `desktop.control.copy`, `desktop.control.panel`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.hex.inspector;
