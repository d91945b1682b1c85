/// Files of other formats, written from what is open.
///
/// Main types: [io.github.tensorloupe.export.TensorExport],
/// [io.github.tensorloupe.export.RangeFile], [io.github.tensorloupe.export.PngWriter],
/// [io.github.tensorloupe.export.TextWriter], [io.github.tensorloupe.export.CellsText],
/// [io.github.tensorloupe.export.IndexFile], [io.github.tensorloupe.export.ManifestExport],
/// [io.github.tensorloupe.export.Salvage] (the intact tensors of a damaged file).
///
/// The only package that knows `java.awt`, to write pictures.
///
/// May use: `text`, `format`, `work`, `element`, `model`, `save`, `integrity.doctor`,
/// `integrity.manifest`, `analysis.distribution`, `analysis.slice`, `analysis.heatmap`.
package io.github.tensorloupe.export;
