/// How people arrange what they see: columns of tables, dividers between parts.
///
/// Main types: [io.github.tensorloupe.desktop.control.table.TableColumns],
/// [io.github.tensorloupe.desktop.control.table.ColumnMenu],
/// [io.github.tensorloupe.desktop.control.table.DividerKeys].
///
/// May use: `storage.session`.
package io.github.tensorloupe.desktop.control.table;
