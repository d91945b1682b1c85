/// Writing changed metadata into files so that the tensor bytes never change and the file is at any
/// time entirely the old one or entirely the new one.
///
/// Main types: [io.github.tensorloupe.save.SavePlan] (what would be written),
/// [io.github.tensorloupe.save.Saver] (plans and writes), [io.github.tensorloupe.save.Recovery]
/// (what an interrupted save left), [io.github.tensorloupe.save.FileRepairs] (what can be put right
/// in a refused file), [io.github.tensorloupe.save.FileOperations] (every step on the disk).
///
/// May use: `text`, `format`, `work`, `model`, `integrity.signature`.
package io.github.tensorloupe.save;
