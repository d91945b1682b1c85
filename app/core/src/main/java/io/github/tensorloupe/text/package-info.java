/// Text for people: sentences as key and arguments, one renderer for each language, and the way
/// numbers and sizes are written.
///
/// Main types: [io.github.tensorloupe.text.Sentence], [io.github.tensorloupe.text.Sentences],
/// [io.github.tensorloupe.text.Explained], [io.github.tensorloupe.text.Quantities],
/// [io.github.tensorloupe.text.ProgramFacts].
///
/// May use: nothing of this program.
package io.github.tensorloupe.text;
