/// Parses JSON that may have been crafted to consume memory or time. Not exported, because its
/// interface has types of Jackson.
///
/// Main types: [io.github.tensorloupe.json.LimitedJson] and
/// [io.github.tensorloupe.json.PatternKeys] (settings of PEFT for some modules).
///
/// May use: `work`.
package io.github.tensorloupe.json;
