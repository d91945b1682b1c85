/// Text for people: the version of the program.
///
/// Main types: [io.github.tensorloupe.text.ProgramVersion].
///
/// May use: nothing of this program.
package io.github.tensorloupe.text;
