package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Quantities;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Reports whether files load, and all findings.
@Command(name = "check")
final class CheckCommand extends PathsCommand {

  /// The JSON object for a file or a set.
  private record FileResult(
      String path,
      String kind,
      String verdict,
      String error,
      OptionalLong headerLength,
      OptionalLong dataLength,
      OptionalLong tensorCount,
      Stream<FindingResult> findings) {

    static FileResult of(Report report) {
      return new FileResult(
          report.location().text(),
          report.kind().spelling(),
          report.verdict().word(),
          report.error().map(LoadError::variant).orElse(null),
          report.headerLength(),
          report.dataLength(),
          report.tensorCount(),
          report.findings().stream().map(FindingResult::of));
    }
  }

  private record FindingResult(
      String code,
      String severity,
      String message,
      String tensor,
      OptionalLong begin,
      OptionalLong end) {

    static FindingResult of(Finding finding) {
      return new FindingResult(
          finding.code().spelling(),
          finding.severity().word(),
          finding.message(),
          finding.tensor().orElse(null),
          finding.range().stream().mapToLong(ByteRange::begin).findFirst(),
          finding.range().stream().mapToLong(ByteRange::end).findFirst());
    }
  }

  @Option(names = "--values")
  private boolean values;

  @Mixin private ScanFlags flags;

  private final FileOpener opener;
  private Checker checker;

  CheckCommand(CommandEnvironment environment, FileOpener opener) {
    super(environment);
    this.opener = opener;
  }

  @Override
  void begin() {
    HealthScan scan = new HealthScan(flags.scan());
    checker =
        new Checker(
            opener, values ? Optional.of(new ValueCheck(scan, reading())) : Optional.empty());
  }

  @Override
  ExitCode process(Target target) {
    return checker.check(target).stream().map(this::process).reduce(ExitCode.FINE, ExitCode::or);
  }

  @Override
  ExitCode process(Location file) {
    return process(new Target.SingleFile(file));
  }

  @Override
  ExitCode process(Report report) {
    print(FileResult.of(report), text -> print(report, text));
    return report.exitCode();
  }

  private static void print(Report report, TextPrinter text) {
    String verdict = "%-10s".formatted(report.verdict().word());
    String path = TextPrinter.shown(report.location().text());
    List<String> facts = facts(report);
    text.line(
        text.paint(style(report.verdict()), verdict)
            + "  "
            + text.paint(Style.STRONG, path)
            + (facts.isEmpty() ? "" : "  " + String.join(", ", facts)));
    report.findings().forEach(finding -> print(finding, text));
  }

  private static List<String> facts(Report report) {
    List<String> facts = new ArrayList<>();
    report.error().map(LoadError::variant).ifPresent(facts::add);
    if (report.kind() != FileKind.SAFETENSORS && report.verdict() != LoadVerdict.UNREADABLE) {
      facts.add(report.description());
    }
    report.tensorCount().ifPresent(count -> facts.add(TextPrinter.count(count, "tensor")));
    report.dataLength().ifPresent(byteCount -> facts.add(Quantities.bytes(byteCount) + " of data"));
    return facts;
  }

  private static void print(Finding finding, TextPrinter text) {
    String severity = "%-7s".formatted(finding.severity().word());
    Style style =
        switch (finding.severity()) {
          case ERROR -> Style.BAD;
          case WARNING -> Style.NOTABLE;
          case INFO -> Style.FAINT;
        };
    text.line(
        "            %s  %s: %s"
            .formatted(
                text.paint(style, severity),
                finding.code().spelling(),
                TextPrinter.shown(finding.message())));
  }

  private static Style style(LoadVerdict verdict) {
    return switch (verdict) {
      case OK -> Style.GOOD;
      case REFUSED, UNREADABLE -> Style.BAD;
    };
  }
}
