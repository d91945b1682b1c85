/// The bytes of a document as nested rectangles, group by group.
///
/// Main types: [io.github.tensorloupe.ui.overview.treemap.TreemapPane],
/// [io.github.tensorloupe.ui.overview.treemap.TreemapViewModel],
/// [io.github.tensorloupe.ui.overview.treemap.Treemap] (what is drawn),
/// [io.github.tensorloupe.ui.overview.treemap.Squarify] (how rectangles are laid out).
///
/// May use: `format`, `model`, `work`, `ui.error`, `ui.job`, `ui.selection`, `ui.copy`, `ui.text`,
/// `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.overview.treemap;
