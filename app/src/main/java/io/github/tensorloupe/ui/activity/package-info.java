/// What runs beside the window: the running jobs in the status bar, the list of them with those
/// that ended lately, and the notices at the end of long ones.
///
/// Main types: [io.github.tensorloupe.ui.activity.ActivityChip],
/// [io.github.tensorloupe.ui.activity.ActivityList],
/// [io.github.tensorloupe.ui.activity.JobNotices].
///
/// May use: `format`, `work`, `model`, `ui.command`, `ui.error`, `ui.job`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.activity;
