/// The numbers of a slice of the selected tensor, as a grid that is virtual in both directions.
///
/// Main types: [io.github.tensorloupe.ui.values.ValuesView] and
/// [io.github.tensorloupe.ui.values.ValuesViewModel].
///
/// May use: `format`, `element`, `work`, `model`, `edit`, `analysis.slice`, `ui.job`,
/// `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`, `ui.error`, `ui.follow`.
package io.github.tensorloupe.ui.values;
