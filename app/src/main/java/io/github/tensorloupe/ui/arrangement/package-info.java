/// How people arrange what they see: columns of tables.
///
/// Main types: [io.github.tensorloupe.ui.arrangement.TableColumns],
/// [io.github.tensorloupe.ui.arrangement.ColumnMenu].
///
/// May use: `prefs.session`.
package io.github.tensorloupe.ui.arrangement;
