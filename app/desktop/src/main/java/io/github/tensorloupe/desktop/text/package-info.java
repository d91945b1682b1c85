/// Text for the user: the message bundle, the format of figures, Markdown as plain text, and the
/// facts for bug reports.
///
/// May use: `text`, `format`, `edit`.
package io.github.tensorloupe.desktop.text;
