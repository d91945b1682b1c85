package io.github.tensorloupe.desktop.storage;

import module java.base;

import io.github.tensorloupe.storage.UserFiles;
import io.github.tensorloupe.text.Sentence;

/// The settings of the program.
///
/// @param on the enabled switches
/// @param autoScanLimitBytes the maximum total length of the files of a checkpoint to be scanned
///   automatically, in bytes; 0 or more
/// @param language the BCP 47 tag of the UI language, or empty for the system language
/// @param shortcuts the customized shortcuts by command name; an empty string removes the shortcut
///   of a command
/// @param weightForm the displayed form of quantized weights
public record Settings(
    Set<Switch> on,
    long autoScanLimitBytes,
    Appearance appearance,
    Optional<String> language,
    Map<String, String> shortcuts,
    WeightForm weightForm) {

  /// A setting that is on or off.
  public enum Switch {
    /// Scan the values of a file when it is opened.
    SCAN_AUTOMATICALLY("scanAutomatically"),
    /// At startup, open the files of the last session.
    RESTORES_SESSION("restoresSession"),
    /// Open further files in tabs of the last used window instead of new windows.
    OPENS_IN_TABS("opensInTabs"),
    /// Allow opening network addresses.
    USES_NETWORK(UserFiles.USES_NETWORK);

    /// The name in the settings file.
    final String member;

    Switch(String member) {
      this.member = member;
    }
  }

  /// The default settings. Checkpoints of up to 8 GiB are scanned automatically.
  public static final Settings DEFAULT =
      new Settings(
          EnumSet.allOf(Switch.class),
          8L << 30,
          Appearance.DEFAULT,
          Optional.empty(),
          Map.of(),
          WeightForm.VALUES);

  /// The settings if the settings file is unreadable. Network access is off, because the user may
  /// have turned it off.
  public static final Settings UNREADABLE = DEFAULT.with(Switch.USES_NETWORK, false);

  public Settings {
    on = Set.copyOf(on);
    shortcuts = Map.copyOf(shortcuts);
    if (autoScanLimitBytes < 0) {
      throw new IllegalArgumentException(autoScanLimitBytes + " bytes");
    }
  }

  public boolean isOn(Switch which) {
    return on.contains(which);
  }

  /// Returns a message that network access is off, or empty if it is on.
  public Optional<Sentence> networkObjection() {
    return isOn(Switch.USES_NETWORK) ? Optional.empty() : Optional.of(UserFiles.NETWORK_OFF);
  }

  public Settings with(Switch which, boolean isOn) {
    Set<Switch> changed = EnumSet.noneOf(Switch.class);
    changed.addAll(on);
    if (isOn) {
      changed.add(which);
    } else {
      changed.remove(which);
    }
    return new Settings(changed, autoScanLimitBytes, appearance, language, shortcuts, weightForm);
  }

  public Settings withAutoScanLimitBytes(long limit) {
    return new Settings(on, limit, appearance, language, shortcuts, weightForm);
  }

  public Settings withAppearance(Appearance choice) {
    return new Settings(on, autoScanLimitBytes, choice, language, shortcuts, weightForm);
  }

  public Settings withLanguage(Optional<String> choice) {
    return new Settings(on, autoScanLimitBytes, appearance, choice, shortcuts, weightForm);
  }

  public Settings withShortcuts(Map<String, String> choice) {
    return new Settings(on, autoScanLimitBytes, appearance, language, choice, weightForm);
  }

  public Settings withWeightForm(WeightForm choice) {
    return new Settings(on, autoScanLimitBytes, appearance, language, shortcuts, choice);
  }
}
