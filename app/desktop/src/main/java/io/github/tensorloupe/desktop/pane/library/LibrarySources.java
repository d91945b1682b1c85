package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.pane.BaseStructures;
import io.github.tensorloupe.desktop.storage.LibraryFile;
import io.github.tensorloupe.desktop.storage.ScanResultStore;
import io.github.tensorloupe.library.LibraryFolder;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.storage.Folders;

/// The sources of the models in a library.
///
/// @param libraryFile recent files and added folders
/// @param caches returns the caches on this computer; called in the background
/// @param values the stored results of scans
/// @param bases the bases that adapters were compared with
/// @param live the watched folders
/// @param pending the checkpoints whose values have not been checked
public record LibrarySources(
    LibraryFile libraryFile,
    LibraryScan scan,
    Supplier<List<LibraryFolder>> caches,
    ScanResultStore values,
    BaseStructures bases,
    FolderWatcher live,
    CheckQueue pending) {

  /// Creates sources whose check queue is not stored.
  public LibrarySources(
      LibraryFile libraryFile,
      LibraryScan scan,
      Supplier<List<LibraryFolder>> caches,
      ScanResultStore values,
      BaseStructures bases) {
    this(
        libraryFile,
        scan,
        caches,
        values,
        bases,
        new FolderWatcher(scan, System::nanoTime),
        new CheckQueue(new Folders(Map.of(), new Properties())));
  }
}
