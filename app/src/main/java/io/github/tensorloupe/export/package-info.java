/// Files of other formats, written from what is open.
///
/// Main types: [io.github.tensorloupe.export.PngWriter], [io.github.tensorloupe.export.TextWriter].
/// The only package that knows `java.awt`, to write pictures.
///
/// May use: `format`, `work`, `element`, `model`, `analysis.distribution`.
package io.github.tensorloupe.export;
