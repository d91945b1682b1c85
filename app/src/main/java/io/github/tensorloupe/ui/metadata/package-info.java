/// The metadata pane: the entries of `__metadata__` in a table, and the selected value as text, as
/// a JSON tree, as a table of facts or as a picture; the fields of ModelSpec as a form; presets,
/// import and export. What is changed here is pending until it is saved.
///
/// Main types: [io.github.tensorloupe.ui.metadata.MetadataView],
/// [io.github.tensorloupe.ui.metadata.MetadataViewModel],
/// [io.github.tensorloupe.ui.metadata.MetadataSource],
/// [io.github.tensorloupe.ui.metadata.EntryEditing],
/// [io.github.tensorloupe.ui.metadata.MetadataDetail].
///
/// May use: `prefs.session`, `ui.arrangement`, `format`, `model`, `work`, `edit`, `integrity`,
/// `identify`, `export`, `ui.error`, `ui.job`, `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.metadata;
