/// Threads for one long computation: they do the same work side by side, stop together, and add up
/// how far they are.
///
/// Main types: [io.github.tensorloupe.work.crew.Crew],
/// [io.github.tensorloupe.work.crew.ReadProgress], [io.github.tensorloupe.work.crew.Beside],
/// [io.github.tensorloupe.work.crew.Threads] (waiting for one).
///
/// May use: `work`.
package io.github.tensorloupe.work.crew;
