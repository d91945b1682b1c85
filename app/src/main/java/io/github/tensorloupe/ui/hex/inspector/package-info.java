/// The data inspector: what the bytes at the caret are as every dtype, in both byte orders, and the
/// bits of the element that they belong to.
///
/// Main types: [io.github.tensorloupe.ui.hex.inspector.InspectorView] and
/// [io.github.tensorloupe.ui.hex.inspector.InspectorViewModel].
///
/// May use: `format`, `element`, `model`, `ui.error`, `ui.job`, `ui.selection`, `ui.copy`,
/// `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.hex.inspector;
