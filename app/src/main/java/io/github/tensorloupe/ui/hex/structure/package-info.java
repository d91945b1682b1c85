/// What the bytes of a file are for.
///
/// Main types: [io.github.tensorloupe.ui.hex.structure.FileStructure] (any byte, without reading
/// it), [io.github.tensorloupe.ui.hex.structure.PageStructure] (the visible bytes, with what they
/// say).
///
/// May use: `format`, `element`, `model`.
package io.github.tensorloupe.ui.hex.structure;
