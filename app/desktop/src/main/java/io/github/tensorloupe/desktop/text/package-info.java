/// Words and numbers for a person: the message bundle and how figures are written.
///
/// May use: `text`, `format`.
package io.github.tensorloupe.desktop.text;
