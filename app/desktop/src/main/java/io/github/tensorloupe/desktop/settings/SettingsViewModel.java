package io.github.tensorloupe.desktop.settings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Settings;

/// The settings as the panel shows and changes them. Changes apply immediately. Belongs to the FX
/// thread.
public final class SettingsViewModel {

  /// A language of the window to choose.
  ///
  /// @param tag as BCP 47 has it; empty for the language of the system
  /// @param name in that language itself
  public record LanguageChoice(Optional<String> tag, String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  private final ChosenSettings chosen;
  private final List<LanguageChoice> languages;

  /// @param languages to choose from, at least one
  public SettingsViewModel(ChosenSettings chosen, List<LanguageChoice> languages) {
    this.chosen = chosen;
    this.languages = List.copyOf(languages);
  }

  /// The current settings.
  public ObservableValue<Settings> settings() {
    return chosen.settingsProperty();
  }

  /// The reason why the settings could not be saved the last time, as a sentence.
  public ObservableValue<Optional<String>> failure() {
    return chosen
        .failureProperty()
        .map(failed -> failed.map(each -> chosen.messages().sentence(each.sentence())));
  }

  /// The languages to choose from.
  public List<LanguageChoice> languages() {
    return languages;
  }

  /// The current language; the first one where the chosen one does not exist.
  public LanguageChoice language() {
    return languages.stream()
        .filter(language -> language.tag().equals(chosen.get().language()))
        .findFirst()
        .orElse(languages.getFirst());
  }

  /// True if all settings on the panel have their defaults.
  public boolean isUsual() {
    return usual(chosen.get()).equals(chosen.get());
  }

  /// Enlarges the text.
  ///
  /// @param pixels less than 0 makes it smaller
  public void enlarge(int pixels) {
    changeAppearance(appearance -> appearance.withFontSize(appearance.fontSize() + pixels));
  }

  /// Resets the size of the text to its default.
  public void useUsualSize() {
    changeAppearance(appearance -> appearance.withFontSize(Appearance.DEFAULT.fontSize()));
  }

  /// Chooses otherwise.
  public void change(UnaryOperator<Settings> change) {
    chosen.change(change);
  }

  /// Chooses another look.
  public void changeAppearance(UnaryOperator<Appearance> change) {
    chosen.change(settings -> settings.withAppearance(change.apply(settings.appearance())));
  }

  /// Resets all settings to their defaults but the shortcuts, which have a list of their own.
  public void reset() {
    chosen.change(SettingsViewModel::usual);
  }

  private static Settings usual(Settings settings) {
    return Settings.DEFAULT.withShortcuts(settings.shortcuts());
  }
}
