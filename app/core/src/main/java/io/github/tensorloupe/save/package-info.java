/// Saves metadata. Tensor bytes never change, and a file is always entirely old or entirely new.
///
/// Main types: [io.github.tensorloupe.save.SavePlan], [io.github.tensorloupe.save.Saver] (plans and
/// executes saves), [io.github.tensorloupe.save.Recovery] (interrupted saves),
/// [io.github.tensorloupe.save.FileRepairs] (refused files),
/// [io.github.tensorloupe.save.FileOperations] (operations on the file system).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.signature`.
package io.github.tensorloupe.save;
