package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// Receives what a scan finds, as it finds it. Thread-safe; called on the threads of the scan.
public interface LibraryListener {

  void found(LibraryEntry entry);

  /// A folder could not be looked through; the scan goes on.
  void passedOver(Path folder, Finding why);
}
