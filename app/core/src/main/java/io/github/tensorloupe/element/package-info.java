/// Converts bits of elements to numbers and back, for all dtypes.
///
/// Main types: [io.github.tensorloupe.element.ElementType],
/// [io.github.tensorloupe.element.ElementClass], [io.github.tensorloupe.element.ElementPosition],
/// [io.github.tensorloupe.element.ElementBits], [io.github.tensorloupe.element.DtypeReading].
///
/// May use: `format`, `work`, `text`.
package io.github.tensorloupe.element;
