/// Conversion between the bits of elements and numbers, for all dtypes.
///
/// Main types: [io.github.tensorloupe.element.ElementType],
/// [io.github.tensorloupe.element.ElementClass], [io.github.tensorloupe.element.ElementPosition].
///
/// May use: `format`, `work`, `text`.
package io.github.tensorloupe.element;
