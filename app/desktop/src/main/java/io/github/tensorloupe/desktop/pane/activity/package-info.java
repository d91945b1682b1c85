/// What runs beside the window: the running jobs in the status bar, the list of them with those
/// that ended lately, and the notices at the end of long ones.
///
/// Main types: [io.github.tensorloupe.desktop.pane.activity.ActivityChip],
/// [io.github.tensorloupe.desktop.pane.activity.ActivityList],
/// [io.github.tensorloupe.desktop.pane.activity.JobNotices].
///
/// May use: `format`, `work`, `model`, `desktop.command`, `desktop.error`, `desktop.job`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.activity;
