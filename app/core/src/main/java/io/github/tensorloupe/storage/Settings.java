package io.github.tensorloupe.storage;

import module java.base;

/// The settings of the program.
///
/// @param scanAutomatically true if the values of a file are scanned when it is opened
/// @param autoScanLimitBytes up to which length of its files together, in bytes, a checkpoint is
///   scanned by itself; 0 or more
/// @param language the BCP 47 tag of the language of the window; empty: that of the system
/// @param restoresSession true if the program opens what was open when it was last left
/// @param opensInTabs true if files that come while the program runs open in tabs of the window
///   that was used last, false if each opens in a window of its own
/// @param shortcuts the keys of those commands that have others than usual, by the name of the
///   command; no keys at all are the empty text
/// @param weightForm the form in which panes show quantized weights
/// @param usesNetwork false if no address is opened
public record Settings(
    boolean scanAutomatically,
    long autoScanLimitBytes,
    Appearance appearance,
    Optional<String> language,
    boolean restoresSession,
    boolean opensInTabs,
    Map<String, String> shortcuts,
    WeightForm weightForm,
    boolean usesNetwork) {

  /// The default settings: checkpoints up to 8 GiB are scanned.
  public static final Settings DEFAULT =
      new Settings(
          true,
          8L << 30,
          Appearance.DEFAULT,
          Optional.empty(),
          true,
          true,
          Map.of(),
          WeightForm.VALUES,
          true);

  public Settings {
    shortcuts = Map.copyOf(shortcuts);
    if (autoScanLimitBytes < 0) {
      throw new IllegalArgumentException(autoScanLimitBytes + " bytes");
    }
  }

  public Settings withScanAutomatically(boolean choice) {
    return new Settings(
        choice,
        autoScanLimitBytes,
        appearance,
        language,
        restoresSession,
        opensInTabs,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withAutoScanLimitBytes(long limit) {
    return new Settings(
        scanAutomatically,
        limit,
        appearance,
        language,
        restoresSession,
        opensInTabs,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withAppearance(Appearance choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        choice,
        language,
        restoresSession,
        opensInTabs,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withLanguage(Optional<String> choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        choice,
        restoresSession,
        opensInTabs,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withRestoresSession(boolean choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        language,
        choice,
        opensInTabs,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withOpensInTabs(boolean choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        language,
        restoresSession,
        choice,
        shortcuts,
        weightForm,
        usesNetwork);
  }

  public Settings withShortcuts(Map<String, String> choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        language,
        restoresSession,
        opensInTabs,
        choice,
        weightForm,
        usesNetwork);
  }

  public Settings withUsesNetwork(boolean choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        language,
        restoresSession,
        opensInTabs,
        shortcuts,
        weightForm,
        choice);
  }

  public Settings withWeightForm(WeightForm choice) {
    return new Settings(
        scanAutomatically,
        autoScanLimitBytes,
        appearance,
        language,
        restoresSession,
        opensInTabs,
        shortcuts,
        choice,
        usesNetwork);
  }
}
