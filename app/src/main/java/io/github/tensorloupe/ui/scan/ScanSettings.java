package io.github.tensorloupe.ui.scan;

import java.io.IOException;

/// When values are scanned without being asked to. Thread-safe.
public interface ScanSettings {

  /// Whether a scan begins by itself when a document is opened. Returns at once.
  boolean isAutomatic();

  /// The most bytes that are scanned by themselves. Returns at once.
  long limitBytes();

  /// Keeps other settings. May block.
  ///
  /// @throws IOException if they cannot be kept
  void change(boolean automatic, long limitBytes) throws IOException;

  /// Settings that are not kept anywhere.
  static ScanSettings fixed(boolean automatic, long limitBytes) {
    return new ScanSettings() {
      @Override
      public boolean isAutomatic() {
        return automatic;
      }

      @Override
      public long limitBytes() {
        return limitBytes;
      }

      @Override
      public void change(boolean changed, long changedLimitBytes) {}
    };
  }
}
