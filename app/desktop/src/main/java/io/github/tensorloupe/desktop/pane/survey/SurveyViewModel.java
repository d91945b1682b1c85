package io.github.tensorloupe.desktop.pane.survey;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.SurveyColumnOrder;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Wanted;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.selection.SurveyHealth;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;

/// The files of a survey, filtered and sorted in the background. Belongs to the FX thread.
final class SurveyViewModel {

  final SurveyDocument survey;
  final ObjectProperty<SurveyListing> listing = new SimpleObjectProperty<>(SurveyListing.EMPTY);
  final ObjectProperty<Wanted> wanted = new SimpleObjectProperty<>(Wanted.ALL);

  /// The reason why a file could not be opened, or another problem; may be empty.
  final StringProperty note = new SimpleStringProperty("");

  private final Jobs jobs;
  private final JobSlot<SurveyListing> listingJob;
  private final Consumer<Path> onOpen;
  private final Messages messages;
  private final Map<SurveyHealth, String> healthTexts = new EnumMap<>(SurveyHealth.class);

  SurveyViewModel(SurveyDocument survey, Jobs jobs, Consumer<Path> onOpen, Messages messages) {
    this.survey = survey;
    this.jobs = jobs;
    this.listingJob = new JobSlot<>(jobs);
    this.onOpen = onOpen;
    this.messages = messages;
    for (SurveyHealth health : SurveyHealth.values()) {
      healthTexts.put(health, messages.text(SurveyListing.messageKey(health)));
    }
    wanted.subscribe(this::list);
  }

  private void list(Wanted now) {
    listingJob.start(
        messages.text("survey.job.list"),
        (_, _) -> SurveyListing.of(survey.rows(), now, healthTexts),
        listing::set,
        failure -> note.set(String.valueOf(failure.getMessage())));
  }

  void search(String words) {
    Wanted now = wanted.get();
    wanted.set(new Wanted(words, now.health(), now.by(), now.isReversed()));
  }

  /// Shows or hides the files with a health.
  void toggle(SurveyHealth health) {
    Wanted now = wanted.get();
    Set<SurveyHealth> chosen = new HashSet<>(now.health());
    if (!chosen.remove(health)) {
      chosen.add(health);
    }
    wanted.set(new Wanted(now.words(), Set.copyOf(chosen), now.by(), now.isReversed()));
  }

  void sort(Optional<SurveyColumnOrder> by, boolean isReversed) {
    Wanted now = wanted.get();
    wanted.set(new Wanted(now.words(), now.health(), by, isReversed));
  }

  String text(SurveyHealth health) {
    return healthTexts.get(health);
  }

  /// Opens a file if it still exists.
  void open(SurveyRow row) {
    note.set("");
    jobs.start(
            messages.text("survey.job.find"),
            (_, _) -> row.locate(survey.results().get(row.result())),
            found ->
                found.ifPresentOrElse(
                    onOpen, () -> note.set(messages.text("survey.gone", row.path()))),
            failure -> note.set(String.valueOf(failure.getMessage())))
        .unstoppable();
  }
}
