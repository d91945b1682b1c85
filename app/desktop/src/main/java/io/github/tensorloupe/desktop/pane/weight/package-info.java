/// A quantized weight in the panes that show one tensor: as its codes, its scales or its values.
///
/// Main type: [io.github.tensorloupe.desktop.pane.weight.WeightView], which contains such a pane.
///
/// May use: `format`, `model`, `work`, `text`, `quantization`, `desktop.job`, `desktop.selection`,
/// `desktop.control.panel`, `desktop.control`, `desktop.text`, `desktop.theme`, `desktop.error`,
/// `desktop.pane`, `desktop.command`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.weight;
