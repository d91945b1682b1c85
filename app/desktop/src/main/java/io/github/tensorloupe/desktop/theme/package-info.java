/// The look of the window: themes, fonts, color tokens, and the icons.
///
/// `tokens.css` has what both themes share, `tokens-light.css` and `tokens-dark.css` the colors
/// that the base theme does not have, with which the build makes the two sheets for all controls,
/// `base.css` the shared look of controls, `bridge.css` the names that ControlsFX looks up. The
/// build makes one sheet of the others and of the sheets of the views, which therefore name their
/// rules after their view. Colors stand in the token files only; sizes are steps of the scales in
/// `tokens.css`, for a window whose text has its usual size. Where somebody chooses another one, a
/// `ZoomedPane` enlarges all of the window, so that code may count in the same units.
///
/// Main types: [io.github.tensorloupe.desktop.theme.Themes],
/// [io.github.tensorloupe.desktop.theme.Icons], [io.github.tensorloupe.desktop.theme.ZoomedPane].
///
/// May use: `format`, `storage`.
package io.github.tensorloupe.desktop.theme;
