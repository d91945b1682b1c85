/// Edits of metadata before saving: changes for many files, presets, differences, checks, and JSON
/// in metadata values. Accesses no files.
///
/// Main types: [io.github.tensorloupe.edit.MetadataChange] and [io.github.tensorloupe.edit.Preset]
/// (changes for any metadata), [io.github.tensorloupe.edit.PrivateData] (secrets and personal
/// data), [io.github.tensorloupe.edit.MetadataDifferences] (between saved and changed entries),
/// [io.github.tensorloupe.edit.MetadataCheck] (problems of entries and of changes),
/// [io.github.tensorloupe.edit.LoaderKeys] and [io.github.tensorloupe.edit.ModelSpecField]
/// (knowledge about keys), [io.github.tensorloupe.edit.JsonValue] (JSON inside metadata values),
/// [io.github.tensorloupe.edit.MetadataJson] (metadata as a JSON file).
///
/// May use: `text`, `format`.
package io.github.tensorloupe.edit;
