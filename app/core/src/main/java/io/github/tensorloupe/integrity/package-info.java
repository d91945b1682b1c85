/// The hashes that files should have, and whether they have them.
///
/// Main types: [io.github.tensorloupe.integrity.DataHash] (the hash of the data buffer, which no
/// edit of the metadata changes). Below it: all hashes of a file in `hash`, and what the
/// surroundings promise about a file in `expectedHash`.
///
/// May use: `format`, `work`, `model`, `integrity.hash`.
package io.github.tensorloupe.integrity;
