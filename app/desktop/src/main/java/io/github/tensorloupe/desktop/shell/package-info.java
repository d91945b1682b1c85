/// The program as a whole: its start, its windows with their menus and bars, the opening of
/// documents. The only place where objects are wired together; no other package uses this one.
///
/// Main types: [io.github.tensorloupe.desktop.shell.Launcher] (the entry point, which references no
/// JavaFX type), [io.github.tensorloupe.desktop.shell.App] (the JavaFX application),
/// [io.github.tensorloupe.desktop.shell.OffscreenWindow] (draws a workspace into a picture),
/// [io.github.tensorloupe.desktop.shell.Windows] (all windows and their tabs),
/// [io.github.tensorloupe.desktop.shell.Workspace] (the content of a tab),
/// [io.github.tensorloupe.desktop.shell.MainView] (its view),
/// [io.github.tensorloupe.desktop.shell.SharedLibrary] (the library, which all tabs share),
/// [io.github.tensorloupe.desktop.shell.Panes] (the list of panes),
/// [io.github.tensorloupe.desktop.shell.DocumentOpener],
/// [io.github.tensorloupe.desktop.shell.Diagnostics] (the log and uncaught exceptions).
///
/// May use: `format`, `element`, `work`, `text`, `model..`, `edit`, `save`, `analysis..`,
/// `compare`, `integrity..`, `identify`, `library`, `export`, `batch`, `demo`, `storage..`,
/// `remote`, `cache`, `survey`, `cli`, `desktop..`.
package io.github.tensorloupe.desktop.shell;
