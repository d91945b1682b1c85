package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.KnownHealth;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.ScanCache;

/// The other windows, the library and the file manager, as one window sees them.
///
/// @param library where checkpoints are looked for, and the list of recent files
/// @param fileManager the file manager of the desktop
/// @param onNewWindow opens a path in a window of its own
/// @param windows the other windows of the program
record Desktop(
    LibraryViewModel.Sources library,
    FileManager fileManager,
    Consumer<Path> onNewWindow,
    OtherWindows windows) {

  /// The desktop of the only window.
  Desktop(LibraryViewModel.Sources library, FileManager fileManager, Consumer<Path> onNewWindow) {
    this(library, fileManager, onNewWindow, OtherWindows.NONE);
  }

  /// No place to look at, nothing that is kept, no file manager.
  static Desktop nothing() {
    return new Desktop(
        new LibraryViewModel.Sources(
            new LibraryFile(nowhere()),
            new LibraryScan(new HeaderMemory(), HealthMemory.NONE),
            List::of),
        FileManager.NONE,
        _ -> {});
  }

  /// The same with another library.
  Desktop with(LibraryViewModel.Sources newLibrary) {
    return new Desktop(newLibrary, fileManager, onNewWindow, windows);
  }

  /// The library of a person, shared by all windows.
  ///
  /// @param environment variables that say where caches are
  static LibraryViewModel.Sources libraryOf(Folders folders, Map<String, String> environment) {
    return new LibraryViewModel.Sources(
        new LibraryFile(folders),
        new LibraryScan(new HeaderMemory(), new KnownHealth(new ScanCache(folders))),
        () -> HubCaches.of(environment));
  }

  /// A library for a picture: what a person has opened and one more folder, with nothing written.
  static LibraryViewModel.Sources libraryWith(Path folder, LibraryViewModel.Sources usual)
      throws IOException {
    LibraryFile kept = new LibraryFile(nowhere());
    kept.addFolder(folder);
    return new LibraryViewModel.Sources(kept, usual.scan(), List::<Place>of);
  }

  private static Folders nowhere() {
    return new Folders(Map.of(), new Properties());
  }
}
