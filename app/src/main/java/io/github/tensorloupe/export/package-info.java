/// Files of other formats, written from what is open.
///
/// Main type: [io.github.tensorloupe.export.PngWriter]. The only package that knows `java.awt`, to
/// write pictures.
///
/// May use: `format`, `work`, `element`, `model`.
package io.github.tensorloupe.export;
