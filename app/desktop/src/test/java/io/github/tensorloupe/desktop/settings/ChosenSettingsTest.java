package io.github.tensorloupe.desktop.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ChosenSettingsTest {

  private final Queue<Runnable> background = new ArrayDeque<>();
  private final List<Settings> stored = new ArrayList<>();
  private Optional<IOException> fault = Optional.empty();
  private final ChosenSettings settings =
      new ChosenSettings(
          Settings.DEFAULT,
          this::store,
          new Jobs(background::add, Runnable::run),
          Messages.english());

  private void store(Settings changed) throws IOException {
    if (fault.isPresent()) {
      throw fault.get();
    }
    stored.add(changed);
  }

  private void limitTo(long byteCount) {
    settings.change(chosen -> chosen.withAutoScanLimitBytes(byteCount));
  }

  @Test
  void anotherLanguageIsUsedFromTheNextStartOnInAllWindows() {
    assertThat(settings.messages().language()).isEqualTo(Language.ENGLISH);
    settings.change(chosen -> chosen.withLanguage(Optional.of("de")));
    assertThat(settings.messages().language()).isEqualTo(Language.ENGLISH);

    ChosenSettings nextStart =
        new ChosenSettings(
            settings.get(),
            this::store,
            new Jobs(background::add, Runnable::run),
            Messages.english());

    assertThat(nextStart.messages().text("menu.file")).contains("Datei");
  }

  @Test
  void unknownLanguageFallsBackToTheSystemLanguage() {
    ChosenSettings german =
        new ChosenSettings(
            Settings.DEFAULT.withLanguage(Optional.of("tlh")),
            this::store,
            new Jobs(background::add, Runnable::run),
            Messages.of(Language.GERMAN));

    assertThat(german.messages().language()).isEqualTo(Language.GERMAN);
  }

  private void runBackground() {
    while (!background.isEmpty()) {
      background.remove().run();
    }
  }

  @Test
  void changeAppliesAtOnceAndIsStoredLater() {
    limitTo(5);

    assertThat(settings.get().autoScanLimitBytes()).isEqualTo(5);
    assertThat(stored).isEmpty();
    runBackground();
    assertThat(stored).containsExactly(settings.get());
  }

  @Test
  void changesDuringOneStoreAreStoredTogetherAndInOrder() {
    limitTo(1);
    limitTo(2);
    limitTo(3);
    runBackground();

    assertThat(stored.getLast()).isEqualTo(settings.get());
    assertThat(stored).hasSizeLessThan(3);
  }

  @Test
  void sameChoiceIsNotStoredAgain() {
    settings.change(chosen -> chosen);
    runBackground();

    assertThat(stored).isEmpty();
  }

  @Test
  void failureIsReportedUntilTheNextStoreSucceeds() {
    fault = Optional.of(new IOException("The disk is full."));
    limitTo(5);
    runBackground();
    assertThat(settings.failureProperty().getValue()).isPresent();

    fault = Optional.empty();
    limitTo(6);
    runBackground();
    assertThat(settings.failureProperty().getValue()).isEmpty();
    assertThat(stored).containsExactly(settings.get());
  }
}
