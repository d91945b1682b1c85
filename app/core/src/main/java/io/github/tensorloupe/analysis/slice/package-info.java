/// Two-dimensional slices of tensors.
///
/// Main types: [io.github.tensorloupe.analysis.slice.TensorSlice],
/// [io.github.tensorloupe.analysis.slice.SliceAxes],
/// [io.github.tensorloupe.analysis.slice.SliceBlock].
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.analysis.slice;
