/// The index doctor: what an index of shards says, held against the headers of the shards, and the
/// index that would be right.
///
/// Main types: [io.github.tensorloupe.integrity.doctor.IndexDoctor],
/// [io.github.tensorloupe.integrity.doctor.IndexPlan].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.doctor;
