/// The pane for a comparison of two adapters: common features of their modules.
///
/// Main type: [io.github.tensorloupe.desktop.pane.comparison.adapter.AdapterPairsView].
///
/// May use: `adapter`, `format`, `model`, `work`, `text`, `desktop.job`, `desktop.selection`,
/// `desktop.control.bars`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.comparison.adapter;
