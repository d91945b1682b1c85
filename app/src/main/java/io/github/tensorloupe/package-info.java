/// The program as a whole: where it starts, and the only place where objects are wired together. No
/// other package uses this one.
///
/// Main types: [io.github.tensorloupe.Launcher] (the entry point, which names no JavaFX type),
/// [io.github.tensorloupe.App] (the program with a display),
/// [io.github.tensorloupe.OffscreenWindow] (the window drawn into a picture),
/// [io.github.tensorloupe.Windows] (all windows), [io.github.tensorloupe.Workbench] (one window's
/// objects), [io.github.tensorloupe.DesktopLibraries] (why the window cannot open),
/// [io.github.tensorloupe.Diagnostics] (the log, and what nobody catches).
///
/// May use: every package.
package io.github.tensorloupe;
