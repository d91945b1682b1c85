package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.cache.LibraryCache;
import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile;
import io.github.tensorloupe.desktop.pane.library.CheckQueue;
import io.github.tensorloupe.desktop.pane.library.FolderWatcher;
import io.github.tensorloupe.desktop.pane.library.LibrarySources;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.StoredScans;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.HubCaches;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.remote.RemoteAccess;
import io.github.tensorloupe.remote.RemoteSettings;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.storage.Folders;
import java.nio.file.Path;

/// The environment that all tabs share: the library, the file manager, bookmarks and the network.
///
/// @param library the folders to search for checkpoints, and the list of recent files
/// @param bookmarks the bookmarks of all files
/// @param addresses opens remote files
/// @param heatMaps limits the cached pixels of all heat maps, in all windows
record Desktop(
    LibrarySources library,
    FileManager fileManager,
    BookmarkFile bookmarks,
    RemoteAccess addresses,
    HeatMapBudget heatMaps) {

  static final long MAX_HEAT_MAP_BYTES = 96L << 20;

  /// Creates a desktop without network access, which discards bookmarks when the window is closed.
  Desktop(LibrarySources library, FileManager fileManager) {
    this(
        library,
        fileManager,
        new BookmarkFile(nowhere()),
        noNetwork(),
        new HeatMapBudget(MAX_HEAT_MAP_BYTES));
  }

  private static RemoteAccess noNetwork() {
    return new RemoteAccess(
        RemoteSettings.of(Map.of(), Settings.UNREADABLE::networkObjection, Optional.empty()));
  }

  /// Returns a desktop without library folders, without a file manager, and without any storage.
  static Desktop nothing() {
    return with(
        new LibrarySources(
            new LibraryFile(nowhere()),
            new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE),
            List::of,
            ScanResultStore.NONE,
            new BaseStructures(nowhere())));
  }

  /// Returns a desktop that has a library and nothing else.
  static Desktop with(LibrarySources library) {
    FileManager none =
        _ -> {
          throw new SentenceException("No file manager is available.");
        };
    return new Desktop(library, none);
  }

  /// Returns the library of the user, shared by all windows.
  static LibrarySources libraryOf(Folders folders, Map<String, String> environment) {
    StoredScans values = new StoredScans(folders);
    Recovery recovery = new Recovery(FileOperations.ofThisComputer());
    LibraryScan scan =
        new LibraryScan(
            LibraryCache.headers(folders),
            values,
            recovery::findings,
            recovery::mayHaveArtifacts,
            true);
    return new LibrarySources(
        new LibraryFile(folders),
        scan,
        () -> HubCaches.of(environment),
        values,
        new BaseStructures(folders),
        new FolderWatcher(scan, System::nanoTime),
        new CheckQueue(folders));
  }

  /// Returns the library for a screenshot: the cached results of the user's library and one more
  /// folder. Stores no settings.
  static LibrarySources libraryWith(Path folder, LibrarySources userLibrary) throws IOException {
    LibraryFile libraryFile = new LibraryFile(nowhere());
    libraryFile.addFolder(folder);
    return new LibrarySources(
        libraryFile,
        userLibrary.scan(),
        List::<LibraryFolder>of,
        userLibrary.values(),
        new BaseStructures(nowhere()));
  }

  private static Folders nowhere() {
    return new Folders(Map.of(), new Properties());
  }

  /// The file manager of the desktop. An interface, because there is no desktop without a display.
  @FunctionalInterface
  interface FileManager {

    /// Opens the folder that contains the path, and selects the path there if the desktop supports
    /// it. Blocks the calling thread until the desktop has accepted the request.
    ///
    /// @throws IOException if that fails; the message is a sentence
    void show(Path path) throws IOException;

    /// Opens a web page in the browser. Blocks the calling thread until the desktop has accepted
    /// the request.
    ///
    /// @throws IOException if that fails; the message is a sentence
    default void browse(URI page) throws IOException {
      throw new SentenceException("No browser could be started.");
    }

    /// Moves a file to the trash. Blocks the calling thread.
    ///
    /// @param files moves the file, unless the desktop does
    /// @throws IOException if that fails; the file is unchanged
    default void moveToTrash(Path file, FileOperations files) throws IOException {
      throw new SentenceException("No trash is available.");
    }
  }
}
