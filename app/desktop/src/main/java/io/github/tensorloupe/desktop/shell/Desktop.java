package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cache.BaseStructures;
import io.github.tensorloupe.cache.LibraryCache;
import io.github.tensorloupe.cache.ScanCache;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile;
import io.github.tensorloupe.desktop.pane.library.CheckQueue;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.library.HealthMemory;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.library.LiveFolders;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.LibraryFile;
import io.github.tensorloupe.storage.ScanMemory;
import io.github.tensorloupe.storage.Settings;
import java.nio.file.Path;

/// The other windows, the library and the file manager, as one window sees them.
///
/// @param library where checkpoints are looked for, and the list of recent files
/// @param bookmarks the marked places of all files
/// @param addresses opens what lies on servers
/// @param heatMaps limits the cached pixels of all heat maps, in all windows
record Desktop(
    LibraryViewModel.Sources library,
    FileManager fileManager,
    OtherWindows windows,
    BookmarkFile bookmarks,
    RemoteAccess addresses,
    HeatMapBudget heatMaps) {

  static final long MAX_HEAT_MAP_BYTES = 96L << 20;

  /// Bookmarks last as long as the window.
  Desktop(LibraryViewModel.Sources library, FileManager fileManager, OtherWindows windows) {
    this(
        library,
        fileManager,
        windows,
        new BookmarkFile(nowhere()),
        noNetwork(),
        new HeatMapBudget(MAX_HEAT_MAP_BYTES));
  }

  private static RemoteAccess noNetwork() {
    return new RemoteAccess(
        RemoteSettings.of(Map.of(), Settings.UNREADABLE::networkObjection, Optional.empty()));
  }

  /// No place to look at, nothing that is kept, no file manager.
  static Desktop nothing() {
    return with(
        new LibraryViewModel.Sources(
            new LibraryFile(nowhere()),
            new LibraryScan(new HeaderMemory(), HealthMemory.NONE),
            List::of,
            ScanMemory.NONE,
            new BaseStructures(nowhere())));
  }

  /// A library, and nothing else.
  static Desktop with(LibraryViewModel.Sources library) {
    FileManager none =
        _ -> {
          throw new SentenceException("No file manager is available.");
        };
    return new Desktop(library, none, _ -> {});
  }

  /// The library of a person, shared by all windows.
  static LibraryViewModel.Sources libraryOf(Folders folders, Map<String, String> environment) {
    ScanCache values = new ScanCache(folders);
    LibraryScan scan = new LibraryScan(new HeaderMemory(new LibraryCache(folders)), values);
    return new LibraryViewModel.Sources(
        new LibraryFile(folders),
        scan,
        () -> HubCaches.of(environment),
        values,
        new BaseStructures(folders),
        new LiveFolders(scan, System::nanoTime),
        new CheckQueue(folders));
  }

  /// A library for a picture: what a person has opened and one more folder, with nothing written.
  static LibraryViewModel.Sources libraryWith(Path folder, LibraryViewModel.Sources usual)
      throws IOException {
    LibraryFile kept = new LibraryFile(nowhere());
    kept.addFolder(folder);
    return new LibraryViewModel.Sources(
        kept, usual.scan(), List::<Place>of, usual.values(), new BaseStructures(nowhere()));
  }

  private static Folders nowhere() {
    return new Folders(Map.of(), new Properties());
  }

  /// The desktop's own view of folders. Stands between the window and the desktop, because there is
  /// none without a display.
  @FunctionalInterface
  interface FileManager {

    /// Opens the folder that something is in, and marks it there where the desktop can. Blocks the
    /// calling thread until the desktop has taken it.
    ///
    /// @throws IOException if that fails; the message is a sentence
    void show(Path path) throws IOException;

    /// Opens a web page in the browser. Blocks the calling thread until the desktop has taken it.
    ///
    /// @throws IOException if that fails; the message is a sentence
    default void browse(URI page) throws IOException {
      throw new SentenceException("No browser could be started.");
    }
  }

  /// The requests of a window to the program that shows it beside others. Belongs to the FX thread.
  interface OtherWindows {

    /// Opens a path in a window of its own.
    void openInNew(Path path);

    /// Shows a new window on the start page.
    default void showNew() {}

    /// Opens a path in a tab of the window that was used last.
    default void openInTab(Path path) {
      openInNew(path);
    }

    /// Adds a tab on the start page to the window that was used last.
    default void showNewTab() {}

    /// Shows another tab of the window that was used last.
    ///
    /// @param step 1 for the next, -1 for the one before
    default void stepTabs(int step) {}

    /// Moves the tab that is shown to a window of its own.
    default void moveTabToNewWindow() {}

    /// True while the window that was used last has several tabs.
    default ObservableBooleanValue hasTabs() {
      return new SimpleBooleanProperty(false);
    }

    /// Opens once more the document that was closed last.
    default void reopenClosed() {}

    /// True while there is a closed document to open once more.
    default ObservableBooleanValue canReopen() {
      return new SimpleBooleanProperty(false);
    }

    /// The files of what is open now, in all windows.
    default List<Path> openFiles() {
      return List.of();
    }
  }
}
