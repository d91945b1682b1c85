/// What is kept from one run to the next, and where.
///
/// Main type: [io.github.tensorloupe.prefs.Folders] (where files may be kept).
///
/// May use: `format`, `work`, `element`, `model`, `analysis`.
package io.github.tensorloupe.prefs;
