package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.expected.Check;
import io.github.tensorloupe.integrity.expected.Check.Result;
import java.util.ArrayList;
import java.util.List;

/// What `verify` tells a person: a line per file, below it a line per promise, and a sum at the
/// end.
final class VerifyText implements VerifyPrinter {

  private static final String INDENT = "            ";
  private static final String DEEPER = INDENT + "          ";

  private final TextLines lines;
  private int files;
  private int kept;
  private int broken;

  VerifyText(TextLines lines) {
    this.lines = lines;
  }

  @Override
  public void print(Location location, List<Check> checks) {
    Result result = Check.worst(checks);
    files++;
    kept += result == Result.MATCH ? 1 : 0;
    broken += result == Result.MISMATCH ? 1 : 0;
    lines.line(
        lines.paint(style(result), "%-10s".formatted(result.word()))
            + "  "
            + lines.paint(Style.STRONG, TextLines.shown(location.text()))
            + (checks.isEmpty() ? "  nothing is promised about it" : ""));
    checks.forEach(this::write);
    lines.flush();
  }

  private void write(Check check) {
    lines.line(
        INDENT
            + lines.paint(style(check.result()), "%-8s".formatted(check.result().word()))
            + "  %s: %s".formatted(check.kind().spelling(), TextLines.shown(check.message())));
    if (check.result() == Result.MISMATCH) {
      check.expected().ifPresent(value -> writeValue("expected", value, check.source()));
      check.actual().ifPresent(value -> writeValue("found", value, ""));
    }
  }

  private void writeValue(String title, String value, String source) {
    lines.line(
        DEEPER
            + "%-8s  %s".formatted(title, TextLines.shown(value))
            + (source.isEmpty() ? "" : lines.paint(Style.FAINT, "  in " + source)));
  }

  private static Style style(Result result) {
    return switch (result) {
      case MATCH -> Style.GOOD;
      case MISMATCH -> Style.BAD;
      case UNKNOWN -> Style.FAINT;
    };
  }

  @Override
  public void end() {
    if (files < 2) {
      return;
    }
    List<String> sums = new ArrayList<>();
    sums.add(kept + " as promised");
    sums.add(broken + " not");
    sums.add(files - kept - broken + " unknown");
    lines.line(Figures.count(files, "file") + ": " + String.join(", ", sums));
    lines.flush();
  }
}
