package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// A listener for the results of a scan. Called on the threads of the scan, possibly concurrently.
public interface LibraryListener {

  void onEntry(LibraryEntry entry);

  /// Called if a folder cannot be searched. The scan continues.
  void onUnreadableFolder(Path folder, Finding finding);
}
