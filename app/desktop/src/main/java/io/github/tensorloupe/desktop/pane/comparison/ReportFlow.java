package io.github.tensorloupe.desktop.pane.comparison;

import module java.base;

import io.github.tensorloupe.compare.Comparison;
import io.github.tensorloupe.compare.Totals;
import io.github.tensorloupe.compare.report.ComparisonJson;
import io.github.tensorloupe.compare.report.HtmlReport;
import io.github.tensorloupe.desktop.error.FileJobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Sentences;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.nio.file.Path;

/// Writes the known results of a comparison to a file: as JSON Lines if its name ends in `.json` or
/// `.jsonl`, else as a web page. Belongs to the FX thread; writing runs in the background.
public record ReportFlow(PaneContext context) {

  public void choose() {
    context.dialogs().get().chooseTarget("comparison.html").ifPresent(this::save);
  }

  private void save(Path file) {
    Messages messages = context.messages();
    Comparison known = context.compared().results().snapshot();
    List<Path> open =
        Stream.of(context.compared().comparison().a(), context.compared().comparison().b())
            .flatMap(document -> document.paths().stream())
            .toList();
    Sentences language = Sentences.in(Locale.forLanguageTag(messages.language().tag()));
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    new FileJobs(context.jobs(), messages)
        .start(
            messages.text("compare.report.job", name),
            file,
            (cancellation, progress) -> write(known, file, open, language, cancellation, progress),
            messages.text("compare.report.saved", name),
            reason -> messages.text("compare.report.not-saved", reason),
            feedback -> context.showMessage().accept(feedback.sentence()));
  }

  private static Optional<Sentence> write(
      Comparison known,
      Path file,
      List<Path> open,
      Sentences language,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    ExportTarget target = FileExport.check(file, true, open);
    target.requireTrusted(known.a().checkpoint().files());
    target.requireTrusted(known.b().checkpoint().files());
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".json") || name.endsWith(".jsonl")) {
      String a = known.a().path().toString();
      String b = known.b().path().toString();
      Stream<String> lines = ComparisonJson.lines(known, Totals.of(known), a, b);
      return FileExport.writeLines(target, lines, cancellation);
    }
    String page = HtmlReport.of(known, language, cancellation, progress);
    return FileExport.writeText(target, page, cancellation);
  }
}
