package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What `check` tells a person: a line per file, and below it a line per finding.
final class CheckText implements Consumer<Report> {

  private final TextLines lines;

  CheckText(TextLines lines) {
    this.lines = lines;
  }

  @Override
  public void accept(Report report) {
    String verdict = "%-10s".formatted(report.verdict().word());
    String path = TextLines.shown(report.location().text());
    List<String> facts = facts(report);
    lines.line(
        lines.paint(style(report.verdict()), verdict)
            + "  "
            + lines.paint(Style.STRONG, path)
            + (facts.isEmpty() ? "" : "  " + String.join(", ", facts)));
    report.findings().forEach(this::write);
    lines.flush();
  }

  private static List<String> facts(Report report) {
    List<String> facts = new ArrayList<>();
    report.error().map(LoadError::variant).ifPresent(facts::add);
    if (report.kind() != FileKind.SAFETENSORS && report.verdict() != Verdict.UNREADABLE) {
      facts.add(report.description());
    }
    report.tensorCount().ifPresent(count -> facts.add(Figures.count(count, "tensor")));
    report.dataLength().ifPresent(byteCount -> facts.add(Quantities.bytes(byteCount) + " of data"));
    return facts;
  }

  private void write(Finding finding) {
    String severity = "%-7s".formatted(finding.severity().word());
    Style style =
        switch (finding.severity()) {
          case ERROR -> Style.BAD;
          case WARNING -> Style.NOTABLE;
          case INFO -> Style.FAINT;
        };
    lines.line(
        "            %s  %s: %s"
            .formatted(
                lines.paint(style, severity),
                finding.code().spelling(),
                TextLines.shown(finding.message())));
  }

  private static Style style(Verdict verdict) {
    return switch (verdict) {
      case OK -> Style.GOOD;
      case REFUSED, UNREADABLE -> Style.BAD;
    };
  }
}
