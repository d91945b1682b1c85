/// Two axes of a tensor as a matrix, with the other axes fixed at one index each.
///
/// Main types: [io.github.tensorloupe.analysis.slice.TensorSlice],
/// [io.github.tensorloupe.analysis.slice.SliceAxes],
/// [io.github.tensorloupe.analysis.slice.SliceBlock].
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.slice;
