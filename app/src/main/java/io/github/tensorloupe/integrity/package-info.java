/// What files promise about their bytes, and whether they keep it.
///
/// Main types: [io.github.tensorloupe.integrity.DataHash] (the hash of the data buffer, which no
/// edit of the metadata changes).
///
/// May use: `format`, `work`, `model`.
package io.github.tensorloupe.integrity;
