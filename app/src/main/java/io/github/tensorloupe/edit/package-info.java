/// What can be done with metadata before anything is saved. Touches no bytes and opens no files.
///
/// Main types: [io.github.tensorloupe.edit.EmbeddedJson] and [io.github.tensorloupe.edit.JsonValue]
/// (JSON that a metadata value holds as text).
///
/// May use: `format`.
package io.github.tensorloupe.edit;
