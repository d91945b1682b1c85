/// How the window looks: themes, fonts, colour tokens, and the icons.
///
/// `tokens.css` has what both themes share, `tokens-light.css` and `tokens-dark.css` the colours
/// that the base theme does not have, `base.css` the shared look of controls, `bridge.css` the
/// names that ControlsFX looks up. Colours stand in the token files only.
///
/// Main types: [io.github.tensorloupe.ui.theme.Theme], [io.github.tensorloupe.ui.theme.Themes].
///
/// May use: `format`.
package io.github.tensorloupe.ui.theme;
