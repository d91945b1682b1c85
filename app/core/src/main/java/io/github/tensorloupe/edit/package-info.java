/// Edits of metadata before saving: pending edits with undo and redo, changes for many files,
/// presets, JSON inside strings, and knowledge about keys. Opens and writes no files.
///
/// Main types: [io.github.tensorloupe.edit.MetadataEdits] (pending edits),
/// [io.github.tensorloupe.edit.MetadataChange] and [io.github.tensorloupe.edit.Preset] (changes for
/// any metadata), [io.github.tensorloupe.edit.MetadataCheck] (problems of entries and of changes),
/// [io.github.tensorloupe.edit.LoaderKeys] and [io.github.tensorloupe.edit.ModelSpecField]
/// (knowledge about keys), [io.github.tensorloupe.edit.JsonValue] (JSON inside metadata values),
/// [io.github.tensorloupe.edit.MetadataJson] (metadata as a JSON file).
///
/// May use: `text`, `format`.
package io.github.tensorloupe.edit;
