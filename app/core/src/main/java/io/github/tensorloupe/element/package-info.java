/// Converts bits of elements to numbers and back, for all dtypes.
///
/// Main types: [io.github.tensorloupe.element.ElementType],
/// [io.github.tensorloupe.element.ElementClass], [io.github.tensorloupe.element.ElementPosition].
///
/// May use: `format`, `work`, `text`.
package io.github.tensorloupe.element;
