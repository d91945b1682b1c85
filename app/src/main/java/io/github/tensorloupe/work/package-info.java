/// What a long computation needs to know about the outside: whether it should stop and where to
/// report how far it is; and how fast it gets on; and what puts work off until somebody asks for
/// what it makes. No threads live here; those are in [io.github.tensorloupe.work.crew].
///
/// Main types: [io.github.tensorloupe.work.Cancellation], [io.github.tensorloupe.work.Progress],
/// [io.github.tensorloupe.work.Throughput], [io.github.tensorloupe.work.OnDemand].
///
/// May use: nothing of this program.
package io.github.tensorloupe.work;
