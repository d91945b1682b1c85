/// Long work beside the FX thread: starting, progress, cancelling, and the way back to the FX
/// thread. The only place that names `Platform.runLater`.
///
/// Main types: [io.github.tensorloupe.desktop.job.Jobs], [io.github.tensorloupe.desktop.job.Job],
/// [io.github.tensorloupe.desktop.job.EndedJob] (one that is over),
/// [io.github.tensorloupe.desktop.job.LatestJob], [io.github.tensorloupe.desktop.job.Refresh],
/// [io.github.tensorloupe.desktop.job.Batches], [io.github.tensorloupe.desktop.job.Watch],
/// [io.github.tensorloupe.desktop.job.Writing].
///
/// May use: `work`, `desktop.command`.
package io.github.tensorloupe.desktop.job;
