/// The heading of panes about a tensor.
///
/// Main types: [io.github.tensorloupe.desktop.control.heading.TensorHeading].
///
/// May use: `format`, `model`, `desktop.control.panel`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.heading;
