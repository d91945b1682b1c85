/// Tables: trees of names as flat rows, and the layout of columns and dividers.
///
/// Main types: [io.github.tensorloupe.desktop.control.table.NameRows],
/// [io.github.tensorloupe.desktop.control.table.TreePane],
/// [io.github.tensorloupe.desktop.control.table.TreeTable],
/// [io.github.tensorloupe.desktop.control.table.LazyTree],
/// [io.github.tensorloupe.desktop.control.table.RowSelection],
/// [io.github.tensorloupe.desktop.control.table.TableColumns],
/// [io.github.tensorloupe.desktop.control.table.DividerKeys].
///
/// May use: `format`, `desktop.control`, `desktop.control.panel`, `desktop.text`, `desktop.theme`,
/// `desktop.session`, `desktop.control.names`.
package io.github.tensorloupe.desktop.control.table;
