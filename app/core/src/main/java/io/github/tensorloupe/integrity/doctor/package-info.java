/// Checks the index of a sharded checkpoint against the headers of its shards, and plans the
/// correct index.
///
/// Main types: [io.github.tensorloupe.integrity.doctor.IndexDoctor],
/// [io.github.tensorloupe.integrity.doctor.IndexPlan].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.doctor;
