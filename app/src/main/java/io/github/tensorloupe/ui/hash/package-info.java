/// The hashes of the open files, what each is for, and whether what the surroundings promise holds.
///
/// Main types: [io.github.tensorloupe.ui.hash.HashView] (a column of sections) and
/// [io.github.tensorloupe.ui.hash.HashViewModel].
///
/// May use: `format`, `work`, `model`, `integrity`, `integrity.hash`, `integrity.promise`,
/// `ui.selection`, `ui.job`, `ui.command`, `ui.error`, `ui.copy`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.hash;
