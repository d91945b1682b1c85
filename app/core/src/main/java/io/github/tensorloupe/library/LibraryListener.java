package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// Receives the results of a scan as they are found. Thread-safe; called on the threads of the
/// scan.
public interface LibraryListener {

  void onEntry(LibraryEntry entry);

  /// Called if a folder could not be searched. The scan continues.
  void onUnreadableFolder(Path folder, Finding why);
}
