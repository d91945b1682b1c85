/// Conversion of checkpoints to new safetensors files, and changes of adapters: options, plan,
/// progress and result.
///
/// Main types: [io.github.tensorloupe.desktop.pane.convert.ConvertFlow] (shows the panel),
/// [io.github.tensorloupe.desktop.pane.convert.Operation] (the kinds of conversions).
///
/// May use: `text`, `format`, `work`, `model`, `save`, `export`, `quantization`, `adapter`,
/// `compare`, `convert`, `desktop.selection`, `desktop.command`, `desktop.control.bars`,
/// `desktop.control.panel`, `desktop.control.notice`, `desktop.job`, `desktop.error`,
/// `desktop.text`, `desktop.theme`, `desktop.control`, `desktop.pane`.
package io.github.tensorloupe.desktop.pane.convert;
