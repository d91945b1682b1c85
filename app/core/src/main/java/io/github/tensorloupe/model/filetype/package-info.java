/// Recognizes files that are not safetensors, with particulars for a person. Every look is bounded;
/// nothing is unpacked, loaded or executed.
///
/// Main types: [io.github.tensorloupe.model.filetype.Disguises] (all kinds of files, in order),
/// [io.github.tensorloupe.model.filetype.Sample] (the bytes that may be looked at),
/// [io.github.tensorloupe.model.filetype.Recognised] (what was found).
///
/// May use: `text`, `format`.
package io.github.tensorloupe.model.filetype;
