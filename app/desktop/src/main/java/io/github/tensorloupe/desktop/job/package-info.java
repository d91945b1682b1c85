/// Long work beside the FX thread: starting, progress, cancelling, and the way back to the FX
/// thread. The only place that names `Platform.runLater`.
///
/// Main types: [io.github.tensorloupe.desktop.job.Jobs], [io.github.tensorloupe.desktop.job.Job],
/// [io.github.tensorloupe.desktop.job.Job.EndedJob] (one that is over),
/// [io.github.tensorloupe.desktop.job.LatestJob].
///
/// May use: `work`, `model`, `desktop.command`.
package io.github.tensorloupe.desktop.job;
