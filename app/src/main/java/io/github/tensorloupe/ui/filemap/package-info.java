/// The file map: the whole file as a strip with its header, its tensors coloured by what is wrong
/// with them, by dtype or by group, what is missing, and where the caret is.
///
/// Main types: [io.github.tensorloupe.ui.filemap.FileMapView],
/// [io.github.tensorloupe.ui.filemap.FileMapViewModel], [io.github.tensorloupe.ui.filemap.MapStrip]
/// (the strip itself), [io.github.tensorloupe.ui.filemap.MapColumns] (what is drawn).
///
/// May use: `format`, `model`, `work`, `analysis.health`, `ui.error`, `ui.job`, `ui.selection`,
/// `ui.copy`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.filemap;
