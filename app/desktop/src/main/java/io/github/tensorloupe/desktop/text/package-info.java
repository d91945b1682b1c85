/// Text for the user: the message bundle, the format of figures, and Markdown as plain text.
///
/// May use: `text`, `format`, `edit`.
package io.github.tensorloupe.desktop.text;
