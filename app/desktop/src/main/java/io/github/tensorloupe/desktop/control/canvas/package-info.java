/// Canvases that several panes draw on: their colors, redrawing, scrolling, keys and the loading of
/// their content.
///
/// Main types: [io.github.tensorloupe.desktop.control.canvas.CanvasRegion] (a region that draws
/// itself), [io.github.tensorloupe.desktop.control.canvas.CanvasPalette] (its colors, from the
/// style sheets), [io.github.tensorloupe.desktop.control.canvas.IndexScrollBar] and
/// [io.github.tensorloupe.desktop.control.canvas.WheelSteps] (scrolling),
/// [io.github.tensorloupe.desktop.control.canvas.CaretMove] (keys),
/// [io.github.tensorloupe.desktop.control.canvas.Loader] (content that is read in the background).
///
/// May use: `desktop.error`, `desktop.job`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.canvas;
