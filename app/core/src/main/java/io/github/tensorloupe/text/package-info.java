/// Text for users: translatable sentences, their formatters, and formats of numbers and sizes.
///
/// Main types: [io.github.tensorloupe.text.Sentence], [io.github.tensorloupe.text.Sentences],
/// [io.github.tensorloupe.text.Explained], [io.github.tensorloupe.text.Quantities],
/// [io.github.tensorloupe.text.ProgramFacts].
///
/// May use: no other package of this program.
package io.github.tensorloupe.text;
