/// The program as a whole: where it starts and where its objects are wired together. No other
/// package uses this one.
///
/// Main types: [io.github.tensorloupe.Launcher] (the entry point, which names no JavaFX type),
/// `App` (the window), [io.github.tensorloupe.DesktopLibraries] (why the window cannot open).
///
/// May use: every package.
package io.github.tensorloupe;
