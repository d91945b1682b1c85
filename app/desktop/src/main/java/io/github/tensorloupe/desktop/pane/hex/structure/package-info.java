/// What the bytes of a file are for.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.structure.FileStructure] (any byte, without
/// reading it), [io.github.tensorloupe.desktop.pane.hex.structure.PageStructure] (the visible
/// bytes, with what they say).
///
/// May use: `format`, `element`, `model`.
package io.github.tensorloupe.desktop.pane.hex.structure;
