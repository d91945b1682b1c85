package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.FileKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What `info --summary` tells a person: what it is, then what is known of it, each with what led
/// to it below.
final class SummaryText implements SummaryPrinter {

  private static final int VALUE_LIMIT = 300;
  private static final int EVIDENCE_LIMIT = 100;
  private static final int LABEL_WIDTH = 16;

  private final TextLines lines;
  private final Consumer<Report> tellErrors;
  private boolean isFirst = true;

  /// @param tellErrors tells on standard error what keeps something from being read
  SummaryText(TextLines lines, Consumer<Report> tellErrors) {
    this.lines = lines;
    this.tellErrors = tellErrors;
  }

  @Override
  public void print(List<Report> reports, Optional<Identity> identity) {
    Report report = reports.getFirst();
    if (report.verdict() == Verdict.UNREADABLE) {
      tellErrors.accept(report);
      return;
    }
    if (!isFirst) {
      lines.line("");
    }
    isFirst = false;
    lines.line(
        lines.paint(Style.STRONG, TextLines.shown(report.location().text()))
            + ": "
            + headline(report, identity));
    SummaryPrinter.told(reports).forEach(told -> writeErrors(told, told != report));
    identity.ifPresent(
        known ->
            known.statements().stream()
                .filter(statement -> statement.topic() != Topic.KIND || !isUnknown(statement))
                .forEach(this::write));
    lines.flush();
  }

  private void writeErrors(Report report, boolean isShard) {
    String shard = isShard ? report.location().path().getFileName() + ": " : "";
    for (Finding finding : report.findings()) {
      if (finding.severity() == Severity.ERROR) {
        lines.line(
            "  %s  %s: %s"
                .formatted(
                    lines.paint(Style.BAD, ("%-" + LABEL_WIDTH + "s").formatted("Error")),
                    finding.code().spelling(),
                    TextLines.shown(shard + finding.message())));
      }
    }
  }

  private static boolean isUnknown(Statement statement) {
    return statement.evidence().isEmpty();
  }

  private String headline(Report report, Optional<Identity> identity) {
    List<String> words = new ArrayList<>();
    identity.ifPresent(known -> words.add(known.kind().label()));
    identity.flatMap(Identity::family).map(DisplayText::of).ifPresent(words::add);
    if (identity.isEmpty() || isOtherThing(report)) {
      words.add(report.description());
    }
    if (report.verdict() == Verdict.REFUSED) {
      words.add(lines.paint(Style.BAD, "refused"));
    }
    return String.join(", ", words);
  }

  private static boolean isOtherThing(Report report) {
    return switch (report.kind()) {
      case FileKind.SAFETENSORS, FileKind.SET, FileKind.INDEX -> false;
      default -> true;
    };
  }

  private void write(Statement statement) {
    String label = ("%-" + LABEL_WIDTH + "s").formatted(statement.topic().label());
    String value = DisplayText.of(statement.oneLine(), VALUE_LIMIT);
    boolean isOff = statement.topic() == Topic.CONTRADICTION || statement.topic() == Topic.FORMAT;
    lines.line("  " + label + "  " + (isOff ? lines.paint(Style.NOTABLE, value) : value));
    String indent = " ".repeat(LABEL_WIDTH + 4);
    for (Evidence evidence : statement.evidence()) {
      String reason = reason(statement, evidence);
      if (!reason.isEmpty()) {
        lines.line(indent + lines.paint(Style.FAINT, "from " + reason));
      }
    }
  }

  private static String reason(Statement statement, Evidence evidence) {
    return switch (evidence) {
      case Evidence.OfTensor(var tensor) -> describe(tensor.info());
      case Evidence.OfName(String name) -> DisplayText.of(name, EVIDENCE_LIMIT) + " in the index";
      case Evidence.OfMetadata(String key, String value) ->
          value.strip().equals(statement.value())
              ? DisplayText.of(key, EVIDENCE_LIMIT)
              : DisplayText.of(key, EVIDENCE_LIMIT) + " = " + DisplayText.of(value, EVIDENCE_LIMIT);
    };
  }

  private static String describe(TensorInfo info) {
    return "%s %s %s"
        .formatted(DisplayText.of(info.name(), EVIDENCE_LIMIT), info.dtype(), info.shape());
  }
}
