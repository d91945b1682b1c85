/// Parses JSON that may have been crafted to consume memory. Not exported, because its interface
/// has types of Jackson.
///
/// Main type: [io.github.tensorloupe.json.LimitedJson].
///
/// May use: no other package of this program.
package io.github.tensorloupe.json;
