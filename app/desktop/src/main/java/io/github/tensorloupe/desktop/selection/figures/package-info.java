/// The figures for listing, sorting and filtering tensors, from the results of scans.
///
/// Main types: [io.github.tensorloupe.desktop.selection.figures.Figure],
/// [io.github.tensorloupe.desktop.selection.figures.FigureValues],
/// [io.github.tensorloupe.desktop.selection.figures.FigureCondition].
///
/// May use: `work`, `model`, `analysis.distribution`, `analysis.health`, `desktop.control.names`.
package io.github.tensorloupe.desktop.selection.figures;
