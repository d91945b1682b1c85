/// Edits of metadata before anything is saved: pending edits with undo and redo, changes for many
/// files, presets, JSON held in strings, and what is known about keys. Touches no bytes and opens
/// no files.
///
/// Main types: [io.github.tensorloupe.edit.MetadataEdits] (pending edits),
/// [io.github.tensorloupe.edit.MetadataChange] and [io.github.tensorloupe.edit.Preset] (one change
/// for any metadata), [io.github.tensorloupe.edit.MetadataCheck] (what is wrong with entries or
/// lost by changes), [io.github.tensorloupe.edit.LoaderKeys] and
/// [io.github.tensorloupe.edit.ModelSpecField] (what is known about keys),
/// [io.github.tensorloupe.edit.JsonValue] (JSON that a metadata value holds as text),
/// [io.github.tensorloupe.edit.MetadataJson] (metadata as a JSON file).
///
/// May use: `text`, `format`.
package io.github.tensorloupe.edit;
