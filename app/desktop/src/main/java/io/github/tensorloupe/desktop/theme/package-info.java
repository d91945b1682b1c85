/// The look of the window: themes, fonts, color tokens, and icons.
///
/// `tokens-light.css` and `tokens-dark.css` contain the colors that the base theme lacks; the build
/// combines each of them with the base theme into a stylesheet for all controls. `tokens.css`
/// contains the tokens that both themes share, `base.css` the shared look of controls, and
/// `bridge.css` the names that ControlsFX looks up. The build combines these and the stylesheets of
/// the views into one more stylesheet, so that the rules of a view must be named after it. Colors
/// are defined in the token files only. Sizes are steps of the scales in `tokens.css`, for a window
/// with the default text size; for another text size, a `ZoomedPane` scales the whole window, so
/// that code can use the same units.
///
/// Main types: [io.github.tensorloupe.desktop.theme.Themes],
/// [io.github.tensorloupe.desktop.theme.Icons], [io.github.tensorloupe.desktop.theme.ZoomedPane].
///
/// May use: `format`, `storage`, `desktop.storage`.
package io.github.tensorloupe.desktop.theme;
