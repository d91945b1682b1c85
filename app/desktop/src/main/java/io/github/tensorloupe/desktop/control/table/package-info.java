/// User-defined layout: columns of tables, dividers of split panes.
///
/// Main types: [io.github.tensorloupe.desktop.control.table.TableColumns],
/// [io.github.tensorloupe.desktop.control.table.DividerKeys].
///
/// May use: `storage.session`, `desktop.control`.
package io.github.tensorloupe.desktop.control.table;
