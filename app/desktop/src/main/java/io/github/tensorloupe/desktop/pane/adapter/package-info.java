/// The pane of an adapter: the changes that its modules add, how much of their rank is used, and
/// whether they fit a base.
///
/// Main types: [io.github.tensorloupe.desktop.pane.adapter.AdapterPane] (registered with the
/// window), `AdapterViewModel` (measures), `AdapterView` (shows), `ModuleTexts` (formats).
///
/// May use: `format`, `model`, `work`, `text`, `adapter`, `desktop.job`, `desktop.selection`,
/// `desktop.control.bars`, `desktop.control.panel`, `desktop.control`, `desktop.text`,
/// `desktop.theme`, `desktop.error`, `desktop.pane`, `desktop.command`, `desktop.storage`.
package io.github.tensorloupe.desktop.pane.adapter;
