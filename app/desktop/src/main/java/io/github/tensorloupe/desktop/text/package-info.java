/// Words and numbers for a person: the message bundle and how figures are written.
///
/// Main types: [io.github.tensorloupe.desktop.text.Messages],
/// [io.github.tensorloupe.desktop.text.Language].
///
/// May use: `text`, `format`.
package io.github.tensorloupe.desktop.text;
