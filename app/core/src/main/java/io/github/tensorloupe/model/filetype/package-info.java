/// Recognizes files that are not safetensors, with details for users. Reads a bounded number of
/// bytes and does not unpack, load or execute content.
///
/// Main types: [io.github.tensorloupe.model.filetype.FileTypes] (all kinds of files, in order),
/// [io.github.tensorloupe.model.filetype.Sample] (the bytes available for recognition),
/// [io.github.tensorloupe.model.filetype.RecognizedType] (the result).
///
/// May use: `text`, `format`.
package io.github.tensorloupe.model.filetype;
