/// Export of tensors to files of other formats.
///
/// May use: `text`, `format`, `work`, `model`, `export`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.job`, `desktop.error`, `desktop.text`, `desktop.theme`,
/// `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.export;
