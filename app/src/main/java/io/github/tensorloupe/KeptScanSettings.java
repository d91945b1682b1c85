package io.github.tensorloupe;

import io.github.tensorloupe.prefs.Settings;
import io.github.tensorloupe.prefs.SettingsFile;
import io.github.tensorloupe.ui.scan.ScanSettings;
import java.io.IOException;

/// The settings of scans as they are kept from one run to the next. Thread-safe.
final class KeptScanSettings implements ScanSettings {

  private final SettingsFile file;
  private volatile Settings settings;

  /// @param settings as they were loaded from the file
  KeptScanSettings(SettingsFile file, Settings settings) {
    this.file = file;
    this.settings = settings;
  }

  @Override
  public boolean isAutomatic() {
    return settings.scanAutomatically();
  }

  @Override
  public long limitBytes() {
    return settings.autoScanLimitBytes();
  }

  @Override
  public synchronized void change(boolean automatic, long limitBytes) throws IOException {
    settings = settings.withScanAutomatically(automatic).withAutoScanLimitBytes(limitBytes);
    file.store(settings);
  }
}
