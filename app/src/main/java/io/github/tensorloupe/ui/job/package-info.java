/// Long work beside the FX thread: starting, progress, cancelling, and the way back to the FX
/// thread. The only place that names `Platform.runLater`.
///
/// Main types: [io.github.tensorloupe.ui.job.Jobs], [io.github.tensorloupe.ui.job.Job],
/// [io.github.tensorloupe.ui.job.EndedJob] (one that is over),
/// [io.github.tensorloupe.ui.job.LatestJob], [io.github.tensorloupe.ui.job.Refresh],
/// [io.github.tensorloupe.ui.job.Batches], [io.github.tensorloupe.ui.job.Watch],
/// [io.github.tensorloupe.ui.job.Writing].
///
/// May use: `work`, `ui.command`.
package io.github.tensorloupe.ui.job;
