package io.github.tensorloupe.desktop.pane.batch;

import module java.base;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Sentence;

/// A file of the batch, with the texts of its report.
///
/// @param path as it was chosen
/// @param report empty before a dry run
record FileRow(Path path, Optional<FileReport> report) {

  private static final int NAME_CHARACTERS = 200;
  private static final int SENTENCE_CHARACTERS = 2000;

  String name() {
    return DisplayText.of(String.valueOf(path.getFileName()), NAME_CHARACTERS);
  }

  /// The status of the file, or an empty string.
  String status(Messages messages) {
    return report
        .map(FileReport::status)
        .map(
            status ->
                switch (status) {
                  case UNCHANGED -> messages.text("batch.status.unchanged");
                  case PLANNED -> messages.text("batch.status.planned");
                  case SAVED -> messages.text("batch.status.saved");
                  case FAILED -> messages.text("batch.status.failed");
                })
        .orElse("");
  }

  /// The save strategy, or an empty string.
  String strategy(Messages messages) {
    return report
        .flatMap(FileReport::plan)
        .map(SavePlan::strategy)
        .map(
            strategy ->
                switch (strategy) {
                  case NONE -> messages.text("batch.strategy.none");
                  case IN_PLACE -> messages.text("batch.strategy.in-place");
                  case REWRITE -> messages.text("batch.strategy.rewrite");
                })
        .orElse("");
  }

  /// The number of bytes to write, or an empty string.
  String bytes() {
    return report
        .flatMap(FileReport::plan)
        .filter(plan -> plan.strategy() != Strategy.NONE)
        .map(plan -> Figures.bytes(plan.bytesToWrite()))
        .orElse("");
  }

  /// The message and the warnings of the report, or an empty string.
  String message(Messages messages) {
    return report
        .map(
            all -> {
              List<Sentence> sentences = new ArrayList<>(all.warnings());
              sentences.addFirst(all.message());
              return DisplayText.of(
                  messages.sentence(Sentence.joined(" ", sentences)), SENTENCE_CHARACTERS);
            })
        .orElse("");
  }

  /// A tab-separated line of the report.
  String line(Messages messages) {
    return String.join(
        "\t",
        DisplayText.of(path.toString(), SENTENCE_CHARACTERS),
        status(messages),
        strategy(messages),
        bytes(),
        message(messages));
  }
}
