/// Failures of background work as sentences for a person.
///
/// Main type: [io.github.tensorloupe.ui.error.Failures].
///
/// May use: `format`, `model`, `save`.
package io.github.tensorloupe.ui.error;
