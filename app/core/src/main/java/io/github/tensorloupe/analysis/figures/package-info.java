/// The figures that tensors are listed, sorted and filtered by, from the results of scans.
///
/// Main types: [io.github.tensorloupe.analysis.figures.Figure],
/// [io.github.tensorloupe.analysis.figures.FigureValues],
/// [io.github.tensorloupe.analysis.figures.FigureCondition].
///
/// May use: `work`, `model`, `analysis.distribution`, `analysis.health`.
package io.github.tensorloupe.analysis.figures;
