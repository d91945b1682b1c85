package io.github.tensorloupe.desktop.settings;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;

/// The current settings, shared by all windows of the program, which observe [#settingsProperty()].
/// A change takes effect at once and is stored in the background. Belongs to the FX thread.
public final class ChosenSettings {

  /// The storage of the settings.
  @FunctionalInterface
  public interface Keeping {

    /// Stores settings and replaces the previous ones. May block.
    ///
    /// @throws IOException if they cannot be stored; the message is a sentence
    void store(Settings settings) throws IOException;
  }

  private static final long NO_LIMIT = Long.MAX_VALUE;
  private static final List<Long> DEFAULT_SCAN_LIMITS =
      List.of(1L << 30, 8L << 30, 32L << 30, 128L << 30, NO_LIMIT);

  private final JobSlot<Settings> storing;
  private final Keeping keeping;
  private final Messages messages;
  private final ReadOnlyObjectWrapper<Settings> settings;

  /// @param messages the texts in the default language
  public ChosenSettings(Settings loaded, Keeping keeping, Jobs jobs, Messages messages) {
    this.storing = new JobSlot<>(jobs);
    this.keeping = keeping;
    this.messages =
        loaded
            .language()
            .flatMap(Language::of)
            .filter(language -> language != messages.language())
            .map(Messages::of)
            .orElse(messages);
    settings = new ReadOnlyObjectWrapper<>(loaded);
  }

  /// Creates settings that are not stored.
  public static ChosenSettings inMemory(Settings settings) {
    return new ChosenSettings(
        settings, _ -> {}, new Jobs(Runnable::run, Runnable::run), Messages.english());
  }

  public Settings get() {
    return settings.get();
  }

  /// Returns the texts in the language that was chosen at the start. All windows have the same
  /// language, because JavaFX gets the texts of its controls from the default locale of the
  /// process.
  public Messages messages() {
    return messages;
  }

  public ReadOnlyObjectProperty<Settings> settingsProperty() {
    return settings.getReadOnlyProperty();
  }

  /// The failure of the last attempt to store the settings; empty if it succeeded.
  public ObservableValue<Optional<Failure>> failureProperty() {
    String job = messages.text("settings.job");
    return storing.failureProperty().map(cause -> cause.map(it -> Failures.of(it).doing(job)));
  }

  /// Returns the limits of automatic scans to choose from, in bytes, ascending.
  ///
  /// @param chosen is always included
  public static List<Long> scanLimits(long chosen) {
    TreeSet<Long> limits = new TreeSet<>(DEFAULT_SCAN_LIMITS);
    limits.add(chosen);
    return List.copyOf(limits);
  }

  public static String scanLimitText(long bytes, Messages messages) {
    return bytes == NO_LIMIT
        ? messages.text("scan.limit.none")
        : messages.text("scan.limit", messages.chosenBytes(bytes));
  }

  public void change(UnaryOperator<Settings> change) {
    Settings changed = change.apply(settings.get());
    if (!changed.equals(settings.get())) {
      settings.set(changed);
      storing.whenFree(this::store);
    }
  }

  public void changeAppearance(UnaryOperator<Appearance> change) {
    change(now -> now.withAppearance(change.apply(now.appearance())));
  }

  /// @param pixels negative to make the font smaller
  public void enlarge(int pixels) {
    changeAppearance(look -> look.withFontSize(look.fontSize() + pixels));
  }

  public void resetFontSize() {
    changeAppearance(look -> look.withFontSize(Appearance.DEFAULT.fontSize()));
  }

  private void store() {
    Settings now = settings.get();
    storing
        .start(
            messages.text("settings.job"),
            (_, _) -> {
              keeping.store(now);
              return now;
            },
            _ -> {})
        .unstoppable();
  }
}
