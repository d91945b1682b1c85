/// Background work: starting, progress, cancellation, and results on the FX thread. The only
/// package that calls `Platform.runLater`.
///
/// Main types: [io.github.tensorloupe.desktop.job.Jobs], [io.github.tensorloupe.desktop.job.Job],
/// [io.github.tensorloupe.desktop.job.Job.EndedJob], [io.github.tensorloupe.desktop.job.JobSlot].
///
/// May use: `work`, `model`, `desktop.command`.
package io.github.tensorloupe.desktop.job;
