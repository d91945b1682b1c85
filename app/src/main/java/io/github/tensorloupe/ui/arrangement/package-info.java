/// How people arrange what they see: columns of tables, dividers between parts.
///
/// Main types: [io.github.tensorloupe.ui.arrangement.TableColumns],
/// [io.github.tensorloupe.ui.arrangement.ColumnMenu],
/// [io.github.tensorloupe.ui.arrangement.DividerKeys].
///
/// May use: `prefs.session`.
package io.github.tensorloupe.ui.arrangement;
