/// The metadata pane: the entries of `__metadata__` in a table, and the selected value as text, as
/// a JSON tree or as a picture. Reading only.
///
/// Main types: [io.github.tensorloupe.ui.metadata.MetadataView],
/// [io.github.tensorloupe.ui.metadata.MetadataViewModel],
/// [io.github.tensorloupe.ui.metadata.MetadataSource],
/// [io.github.tensorloupe.ui.metadata.MetadataDetail].
///
/// May use: `format`, `model`, `work`, `edit`, `ui.job`, `ui.selection`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.metadata;
