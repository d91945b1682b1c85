package io.github.tensorloupe.desktop.pane.batch;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import java.util.ArrayList;
import java.util.List;

/// What became of a file, in words.
final class ReportWords {

  private static final int SENTENCE_CHARACTERS = 2000;

  private final Messages messages;

  ReportWords(Messages messages) {
    this.messages = messages;
  }

  String name(FileRow row) {
    return DisplayText.of(String.valueOf(row.path().getFileName()), 200);
  }

  String status(FileRow row) {
    return row.report().map(report -> status(report.status())).orElse("");
  }

  private String status(FileReport.Status status) {
    return switch (status) {
      case UNCHANGED -> messages.text("batch.status.unchanged");
      case PLANNED -> messages.text("batch.status.planned");
      case SAVED -> messages.text("batch.status.saved");
      case FAILED -> messages.text("batch.status.failed");
    };
  }

  String strategy(FileRow row) {
    return row.report()
        .flatMap(FileReport::plan)
        .map(SavePlan::strategy)
        .map(this::strategy)
        .orElse("");
  }

  private String strategy(Strategy strategy) {
    return switch (strategy) {
      case NONE -> messages.text("batch.strategy.none");
      case IN_PLACE -> messages.text("batch.strategy.in-place");
      case REWRITE -> messages.text("batch.strategy.rewrite");
    };
  }

  String bytes(FileRow row) {
    return row.report()
        .flatMap(FileReport::plan)
        .filter(plan -> plan.strategy() != Strategy.NONE)
        .map(plan -> Figures.bytes(plan.bytesToWrite()))
        .orElse("");
  }

  /// The message with the warnings.
  String message(FileRow row) {
    return row.report()
        .map(
            report -> {
              List<String> sentences = new ArrayList<>(report.warnings());
              sentences.addFirst(messages.sentence(report.message()));
              return DisplayText.of(String.join(" ", sentences), SENTENCE_CHARACTERS);
            })
        .orElse("");
  }

  /// A line of the report, with tabs between its parts.
  String line(FileRow row) {
    return String.join(
        "\t",
        DisplayText.of(row.path().toString(), SENTENCE_CHARACTERS),
        status(row),
        strategy(row),
        bytes(row),
        message(row));
  }
}
