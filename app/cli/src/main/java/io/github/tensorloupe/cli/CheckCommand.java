package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.analysis.health.FindingGroup.Kind;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Spelled;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "check")
final class CheckCommand extends PathsCommand {

  private static final int MAX_MEMBERS = 10;

  private static final String MEMBER_INDENT = " ".repeat(23);

  @Option(names = "--values")
  private boolean values;

  @Option(names = "--format", paramLabel = "text|json|sarif")
  private Format format;

  @Mixin private FetchFlags fetching;

  @Mixin private ScanFlags flags;

  private Checker checker;

  /// The reports for SARIF, which is a single object, unlike the other formats.
  private final List<Report> reports = new ArrayList<>();

  private enum Format {
    TEXT,
    JSON,
    SARIF
  }

  @Override
  void prepareOutput() {
    if (isJson && format != null && format != Format.JSON) {
      throw usage("--json and --format exclude each other");
    }
    isJson |= format == Format.JSON || format == Format.SARIF;
  }

  @Override
  void begin() {
    checker = new Checker(opener, flags.healthScan(values), reading);
  }

  @Override
  ExitCode process(Target target) {
    return checker.check(target).stream().map(this::process).reduce(ExitCode.FINE, ExitCode::or);
  }

  @Override
  ExitCode process(Location file) {
    return process(Target.ofFile(file));
  }

  @Override
  ExitCode process(Report report) {
    if (format == Format.SARIF) {
      reports.add(report);
      return report.exitCode();
    }
    print(
        json(report)
            .with("tensorCount", report.tensorCount())
            .with("findings", report.findings().stream().map(CheckCommand::json)),
        text -> print(report, text));
    return report.exitCode();
  }

  @Override
  ExitCode finish() {
    if (format == Format.SARIF) {
      SarifLog log = new SarifLog(environment.workingDirectory().toUri(), reports);
      printExactly(log.json(program.addresses.fetched()));
    }
    return ExitCode.FINE;
  }

  static JsonObject json(Report report) {
    return new JsonObject(report.location())
        .with("kind", report.kind().spelling())
        .with("verdict", report.verdict())
        .with("error", report.error().map(LoadError::variant))
        .with("headerLength", report.headerLength())
        .with("dataLength", report.dataLength());
  }

  static JsonObject json(Finding finding) {
    return new JsonObject()
        .with("code", finding.code().spelling())
        .with("severity", finding.severity().spelling())
        .with("message", finding.message())
        .with("tensor", finding.tensor())
        .with("begin", finding.range().map(ByteRange::begin))
        .with("end", finding.range().map(ByteRange::end));
  }

  static void print(Report report, TextPrinter text) {
    Style style = report.verdict().isGood() ? Style.GOOD : Style.BAD;
    String verdict = Spelled.of(report.verdict());
    text.summary(style, verdict, report.location(), facts(report));
    print(report.findings(), text);
  }

  static void print(List<Finding> findings, TextPrinter text) {
    FindingGroup.of(findings, Function.identity(), Kind::ofCode, Finding::tensor)
        .forEach(group -> print(group, text));
  }

  private static List<String> facts(Report report) {
    List<String> facts = new ArrayList<>();
    report.shownError().ifPresent(facts::add);
    if (report.kind() != FileKind.SAFETENSORS && report.verdict() != LoadVerdict.UNREADABLE) {
      facts.add(report.description());
    }
    report.tensorCount().ifPresent(count -> facts.add(TextPrinter.count(count, "tensor")));
    if (report.kind().mayHaveHeader()) {
      report
          .dataLength()
          .ifPresent(byteCount -> facts.add(Quantities.bytes(byteCount) + " of data"));
    }
    return facts;
  }

  private static void print(FindingGroup<Finding> group, TextPrinter text) {
    if (!group.hasSeveral()) {
      print(group.kind(), group.members().getFirst().message(), text);
      return;
    }
    print(group.kind(), group.title().toString(), text);
    group.members().stream()
        .limit(MAX_MEMBERS)
        .forEach(finding -> text.line(MEMBER_INDENT + TextPrinter.shown(finding.message())));
    long left = group.findingCount() - MAX_MEMBERS;
    if (left > 0) {
      String more = "and %s more; --json lists all".formatted(Quantities.formatCount(left));
      text.line(MEMBER_INDENT + text.paint(Style.FAINT, more));
    }
  }

  private static void print(Kind kind, String sentence, TextPrinter text) {
    String severity = "%-7s".formatted(kind.severity().spelling());
    Style style =
        switch (kind.severity()) {
          case ERROR -> Style.BAD;
          case WARNING -> Style.NOTABLE;
          case INFO -> Style.FAINT;
        };
    text.line(
        "            %s  %s: %s"
            .formatted(
                text.paint(style, severity), kind.code().spelling(), TextPrinter.shown(sentence)));
  }
}
