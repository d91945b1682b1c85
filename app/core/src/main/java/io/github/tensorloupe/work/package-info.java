/// Long computations: cancellation, progress, parallel and background work.
///
/// Main types: [io.github.tensorloupe.work.Cancellation], [io.github.tensorloupe.work.Progress],
/// [io.github.tensorloupe.work.ParallelWork] (one task on several threads).
///
/// May use: no other package of this program.
package io.github.tensorloupe.work;
