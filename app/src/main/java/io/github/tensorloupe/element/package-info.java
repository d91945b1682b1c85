/// The numbers inside tensors: bits to value and back for all dtypes.
///
/// Main type: [io.github.tensorloupe.element.ElementType].
///
/// May use: `format`, `work`.
package io.github.tensorloupe.element;
