/// Long computations: cancellation, progress, parallel and background work.
///
/// Main types: [io.github.tensorloupe.work.Cancellation], [io.github.tensorloupe.work.Progress],
/// [io.github.tensorloupe.work.ParallelWork] (threads that share a task).
///
/// May use: nothing of this program.
package io.github.tensorloupe.work;
