package io.github.tensorloupe.desktop.settings;

import io.github.tensorloupe.storage.Accent;
import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Settings;
import io.github.tensorloupe.storage.Theme;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.beans.value.ObservableValue;

/// What the settings panel shows, and what can be done there. Each change holds at once. Belongs to
/// the FX thread.
public final class SettingsViewModel {

  private final ChosenSettings chosen;
  private final List<LanguageChoice> languages;

  /// @param languages to choose from, at least one
  public SettingsViewModel(ChosenSettings chosen, List<LanguageChoice> languages) {
    this.chosen = Objects.requireNonNull(chosen);
    this.languages = List.copyOf(languages);
  }

  /// What holds now.
  public ObservableValue<Settings> settings() {
    return chosen.settingsProperty();
  }

  /// Why the settings could not be kept the last time, as a sentence.
  public ObservableValue<Optional<String>> failure() {
    return chosen
        .failureProperty()
        .map(failed -> failed.map(each -> chosen.messages().sentence(each.sentence())));
  }

  /// The languages to choose from.
  public List<LanguageChoice> languages() {
    return languages;
  }

  /// The language that holds now; the first one where the chosen one does not exist.
  public LanguageChoice language() {
    return languages.stream()
        .filter(language -> language.tag().equals(chosen.get().language()))
        .findFirst()
        .orElse(languages.getFirst());
  }

  /// Whether no setting on the panel is other than usual.
  public boolean isUsual() {
    return usual(chosen.get()).equals(chosen.get());
  }

  public void choose(Theme theme) {
    changeAppearance(appearance -> appearance.withTheme(theme));
  }

  public void choose(Accent accent) {
    changeAppearance(appearance -> appearance.withAccent(accent));
  }

  public void choose(LanguageChoice language) {
    chosen.change(settings -> settings.withLanguage(language.tag()));
  }

  /// Enlarges the text.
  ///
  /// @param pixels less than 0 makes it smaller
  public void enlarge(int pixels) {
    changeAppearance(appearance -> appearance.withFontSize(appearance.fontSize() + pixels));
  }

  /// Gives the text the size that it has as long as nothing else was chosen.
  public void useUsualSize() {
    changeAppearance(appearance -> appearance.withFontSize(Appearance.DEFAULT.fontSize()));
  }

  public void restoreSession(boolean choice) {
    chosen.change(settings -> settings.withRestoresSession(choice));
  }

  public void scanAutomatically(boolean choice) {
    chosen.change(settings -> settings.withScanAutomatically(choice));
  }

  /// @param bytes up to which a checkpoint is scanned by itself
  public void limitScans(long bytes) {
    chosen.change(settings -> settings.withAutoScanLimitBytes(bytes));
  }

  /// Chooses what holds as long as nothing else was chosen; the shortcuts, which have a list of
  /// their own, stay.
  public void reset() {
    chosen.change(SettingsViewModel::usual);
  }

  private static Settings usual(Settings settings) {
    return Settings.DEFAULT.withShortcuts(settings.shortcuts());
  }

  private void changeAppearance(UnaryOperator<Appearance> change) {
    chosen.change(settings -> settings.withAppearance(change.apply(settings.appearance())));
  }
}
