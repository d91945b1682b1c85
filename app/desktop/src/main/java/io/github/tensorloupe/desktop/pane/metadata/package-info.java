/// The metadata pane: the entries of `__metadata__` in a table, with the selected value as text, as
/// a JSON tree, as a table of facts or as a picture; the ModelSpec fields as a form; presets,
/// import and export. Changes are pending until they are saved.
///
/// Main types: [io.github.tensorloupe.desktop.pane.metadata.MetadataView],
/// [io.github.tensorloupe.desktop.pane.metadata.MetadataViewModel],
/// [io.github.tensorloupe.desktop.pane.metadata.EntrySelection],
/// [io.github.tensorloupe.desktop.pane.metadata.EntryEditing].
///
/// May use: `format`, `model`, `work`, `edit`, `integrity.hash`, `identify`, `export`, `text`,
/// `desktop.control.table`, `desktop.error`, `desktop.job`, `desktop.selection`,
/// `desktop.control.copy`, `desktop.control.notice`, `desktop.control.panel`, `desktop.text`,
/// `desktop.theme`, `desktop.control`, `desktop.pane`, `desktop.command`, `desktop.session`.
package io.github.tensorloupe.desktop.pane.metadata;
