/// The index doctor, which compares the index of a set with the headers of its shards and plans a
/// correct index.
///
/// Main types: [io.github.tensorloupe.integrity.doctor.IndexDoctor],
/// [io.github.tensorloupe.integrity.doctor.IndexPlan].
///
/// May use: `text`, `format`, `work`, `model`, `integrity.content`.
package io.github.tensorloupe.integrity.doctor;
