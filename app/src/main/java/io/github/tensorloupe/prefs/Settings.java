package io.github.tensorloupe.prefs;

/// What a person has chosen.
///
/// @param scanAutomatically whether the values of a file are scanned when it is opened
/// @param autoScanLimitBytes up to which length of its files together, in bytes, a checkpoint is
///   scanned by itself; 0 or more
public record Settings(boolean scanAutomatically, long autoScanLimitBytes) {

  /// What holds as long as nothing else was chosen: checkpoints up to 8 GiB are scanned.
  public static final Settings DEFAULT = new Settings(true, 8L << 30);

  public Settings {
    if (autoScanLimitBytes < 0) {
      throw new IllegalArgumentException(autoScanLimitBytes + " bytes");
    }
  }

  /// These settings with another choice of whether to scan.
  public Settings withScanAutomatically(boolean choice) {
    return new Settings(choice, autoScanLimitBytes);
  }

  /// These settings with another limit, in bytes.
  public Settings withAutoScanLimitBytes(long limit) {
    return new Settings(scanAutomatically, limit);
  }

  /// Whether a checkpoint is scanned by itself.
  ///
  /// @param byteCount the length of its files together
  public boolean scansAutomatically(long byteCount) {
    return scanAutomatically && byteCount <= autoScanLimitBytes;
  }
}
