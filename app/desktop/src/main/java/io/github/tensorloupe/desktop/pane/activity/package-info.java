/// Background jobs: the running ones in the status bar, the list of running and recent jobs, and
/// notices when long jobs end.
///
/// Main types: [io.github.tensorloupe.desktop.pane.activity.ActivityChip],
/// [io.github.tensorloupe.desktop.pane.activity.ActivityList],
/// [io.github.tensorloupe.desktop.pane.activity.JobNotices].
///
/// May use: `format`, `work`, `model`, `desktop.command`, `desktop.error`, `desktop.job`,
/// `desktop.control.panel`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.activity;
