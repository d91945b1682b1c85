package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.FileSurroundings;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;
import java.util.ArrayList;
import java.util.List;

/// What editing commands tell a person: a line per file, and below it what changes.
final class EditText implements EditPrinter {

  private static final int VALUE_LIMIT = 60;
  private static final int MOST_CHANGES = 100;
  private static final String INDENT = " ".repeat(12);

  private final TextLines lines;
  private final boolean isDryRun;

  EditText(TextLines lines, boolean isDryRun) {
    this.lines = lines;
    this.isDryRun = isDryRun;
  }

  @Override
  public void print(Location location, FileReport report) {
    boolean isWritten = report.status() == Status.SAVED;
    List<String> facts = report.plan().map(plan -> facts(plan, isWritten)).orElse(List.of());
    lines.line(
        status(report)
            + "  "
            + lines.paint(Style.STRONG, TextLines.shown(location.text()))
            + (facts.isEmpty() ? "" : "  " + String.join(", ", facts)));
    report.changes().stream().limit(MOST_CHANGES).map(EditText::text).forEach(this::indented);
    if (report.changes().size() > MOST_CHANGES) {
      int rest = report.changes().size() - MOST_CHANGES;
      indented("and " + Figures.count(rest, "more change"));
    }
    if (isWritten) {
      report.notes().stream().map(Sentence::toString).map(TextLines::shown).forEach(this::indented);
    }
    if (isDryRun) {
      report.plan().stream().flatMap(plan -> outlook(plan).stream()).forEach(this::indented);
    }
    lines.flush();
  }

  private String status(FileReport report) {
    return switch (report.status()) {
      case UNCHANGED -> lines.paint(Style.FAINT, "unchanged ");
      case PLANNED -> lines.paint(Style.NOTABLE, "would save");
      case SAVED -> lines.paint(Style.GOOD, "saved     ");
      case FAILED -> lines.paint(Style.BAD, isDryRun ? "would fail" : "failed    ");
    };
  }

  private void indented(String sentence) {
    lines.line(INDENT + sentence);
  }

  private List<String> facts(SavePlan plan, boolean isWritten) {
    if (plan.strategy() == Strategy.NONE) {
      return List.of();
    }
    List<String> facts = new ArrayList<>();
    facts.add(
        switch (plan.strategy()) {
          case NONE -> "nothing to do";
          case IN_PLACE -> "in place";
          case REWRITE -> plan.isCopy() ? "a copy" : "a rewrite";
        });
    facts.add(Quantities.bytes(plan.bytesToWrite()) + (isWritten ? " written" : " to write"));
    facts.add(
        "header %s to %s"
            .formatted(
                Quantities.bytes(plan.header().lengthBefore()),
                Quantities.bytes(plan.header().lengthAfter())));
    if (isDryRun && plan.expectedTime().toSeconds() > 0) {
      facts.add("about %s s".formatted(Quantities.count(plan.expectedTime().toSeconds())));
    }
    return facts;
  }

  private static String text(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(var key, var value) ->
          "add     %s = %s".formatted(shown(key), shown(value));
      case EntryChange.Removed(var key, var value) ->
          "remove  %s = %s".formatted(shown(key), shown(value));
      case EntryChange.Revalued(var key, var before, var after) ->
          "change  %s = %s, it was %s".formatted(shown(key), shown(after), shown(before));
      case EntryChange.Renamed(var keyBefore, var keyAfter, var _, var after) ->
          "rename  %s to %s = %s".formatted(shown(keyBefore), shown(keyAfter), shown(after));
      case EntryChange.Reordered _ -> "reorder the entries";
    };
  }

  private static String shown(String text) {
    return text.isEmpty() ? "\"\"" : DisplayText.of(text, VALUE_LIMIT);
  }

  /// What else there is to know before it is done.
  private static List<String> outlook(SavePlan plan) {
    List<String> outlook = new ArrayList<>();
    if (plan.changesFileHash()) {
      outlook.add(
          plan.isCopy()
              ? "the copy has another SHA-256 and AutoV2; the hash of the data and AutoV3 stay"
              : "the file's SHA-256 and AutoV2 change; the hash of the data and AutoV3 stay");
    }
    FileSurroundings surroundings = plan.surroundings();
    surroundings
        .linkTarget()
        .map(target -> "a link to " + TextLines.shown(target.toString()))
        .ifPresent(outlook::add);
    if (surroundings.hardLinkCount() > 1) {
      outlook.add("the file has " + Figures.count(surroundings.hardLinkCount(), "name"));
    }
    surroundings
        .cacheBlob()
        .map(name -> "kept in a Hugging Face cache as " + TextLines.shown(name))
        .ifPresent(outlook::add);
    plan.obstacles().stream()
        .map(each -> TextLines.shown(each.sentence().toString()))
        .forEach(outlook::add);
    return outlook;
  }
}
