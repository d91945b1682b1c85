/// Canvases that several panes draw on: colors, redrawing, scrolling and keys.
///
/// Main types: [io.github.tensorloupe.desktop.control.canvas.CanvasRegion] (a region that draws
/// itself), [io.github.tensorloupe.desktop.control.canvas.CanvasPalette] (its colors from the
/// stylesheets), [io.github.tensorloupe.desktop.control.canvas.IndexScrollBar] and
/// [io.github.tensorloupe.desktop.control.canvas.WheelSteps] (scrolling),
/// [io.github.tensorloupe.desktop.control.canvas.CaretMove] (keys).
///
/// May use: `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.canvas;
