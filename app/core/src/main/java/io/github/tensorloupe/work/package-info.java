/// Long computations: cancellation, progress, parallel and background work, and values that are
/// computed when somebody asks for them.
///
/// Main types: [io.github.tensorloupe.work.Cancellation], [io.github.tensorloupe.work.Progress],
/// [io.github.tensorloupe.work.ParallelWork] (threads that share one piece of work),
/// [io.github.tensorloupe.work.OnDemand], [io.github.tensorloupe.work.Batches] (what background
/// threads find, handed over some times a second), [io.github.tensorloupe.work.Watch].
///
/// May use: nothing of this program.
package io.github.tensorloupe.work;
