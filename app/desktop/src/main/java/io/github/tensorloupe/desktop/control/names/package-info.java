/// The tensor names of a checkpoint as a tree, without JavaFX: building, expanding, searching.
///
/// Main types: [io.github.tensorloupe.desktop.control.names.NameTree],
/// [io.github.tensorloupe.desktop.control.names.OpenGroups] (the visible rows),
/// [io.github.tensorloupe.desktop.control.names.NameSearch].
///
/// May use: `model`, `format`.
package io.github.tensorloupe.desktop.control.names;
