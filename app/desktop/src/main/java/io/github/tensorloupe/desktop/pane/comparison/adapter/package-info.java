/// The pane of a comparison of two adapters: what their modules have in common.
///
/// Main type: [io.github.tensorloupe.desktop.pane.comparison.adapter.AdapterPairsView].
///
/// May use: `adapter`, `format`, `model`, `work`, `text`, `desktop.job`, `desktop.selection`,
/// `desktop.control.bars`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.command`.
package io.github.tensorloupe.desktop.pane.comparison.adapter;
