package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.cli.TextPrinter.Style;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Prints the results of `info --summary`: the kind of each file or set, with the evidence.
///
/// @param checker opens the files and gives their verdicts
/// @param errors receives the errors of files that cannot be read, and with `--json` those of all
record SummaryPrinter(Checker checker, ResultPrinter printer, ErrorOutput errors) {

  private static final int VALUE_LIMIT = 300;
  private static final int EVIDENCE_LIMIT = 100;
  private static final int LABEL_WIDTH = 16;

  /// The JSON object for a file or a set.
  private record SummaryResult(
      String path,
      String verdict,
      String kind,
      String family,
      OptionalLong parameters,
      OptionalLong layers,
      OptionalLong hiddenSize,
      OptionalLong vocabulary,
      OptionalLong heads,
      OptionalLong kvHeads,
      OptionalLong experts,
      OptionalLong rank,
      OptionalLong bytes,
      Stream<StatementResult> statements) {

    static SummaryResult of(Report report, Optional<Identity> identity) {
      return new SummaryResult(
          report.location().text(),
          report.verdict().word(),
          identity.map(Identity::kind).orElse(Kind.UNKNOWN).spelling(),
          identity.flatMap(Identity::family).map(Sentence::toString).orElse(null),
          number(identity, Topic.PARAMETERS),
          number(identity, Topic.LAYERS),
          number(identity, Topic.HIDDEN_SIZE),
          number(identity, Topic.VOCABULARY),
          number(identity, Topic.HEADS),
          number(identity, Topic.KV_HEADS),
          number(identity, Topic.EXPERTS),
          number(identity, Topic.RANK),
          number(identity, Topic.MEMORY),
          identity.stream().flatMap(known -> known.statements().stream()).map(StatementResult::of));
    }

    private static OptionalLong number(Optional<Identity> identity, Topic topic) {
      return identity
          .flatMap(known -> known.statement(topic))
          .map(Statement::number)
          .orElse(OptionalLong.empty());
    }
  }

  private record StatementResult(String what, String value, Stream<Record> evidence) {

    static StatementResult of(Statement statement) {
      return new StatementResult(
          statement.topic().spelling(),
          statement.value(),
          statement.evidence().stream().map(StatementResult::evidence));
    }

    private static Record evidence(Evidence evidence) {
      return switch (evidence) {
        case Evidence.OfTensor(var tensor) ->
            new TensorEvidence(
                tensor.info().name(), tensor.info().dtype().name(), tensor.info().shape());
        case Evidence.OfName(String name) -> new NameEvidence(name);
        case Evidence.OfMetadata(String key, String value) -> new EntryEvidence(key, value);
      };
    }
  }

  private record TensorEvidence(String tensor, String dtype, Shape shape) {}

  private record NameEvidence(String tensor) {}

  private record EntryEvidence(String key, String value) {}

  SummaryPrinter(FileOpener opener, ResultPrinter printer, ErrorOutput errors) {
    this(new Checker(opener, Optional.empty()), printer, errors);
  }

  /// Prints the summary of a file or a set.
  ExitCode print(Target target) {
    // Their headers stay in memory when they are closed, and nothing else is looked at.
    List<TensorFile> files = new ArrayList<>();
    List<Report> reports = checker.check(target, files::add);
    Optional<Identity> identity = identity(target, files);
    Report report = reports.getFirst();
    if (printer.isJson()) {
      withErrorsOfTheirOwn(reports).forEach(errors::printErrors);
      printer.printJson(SummaryResult.of(report, identity));
    } else if (report.verdict() == LoadVerdict.UNREADABLE) {
      errors.printErrors(report);
    } else {
      printer.printText(text -> print(reports, identity, text));
    }
    return reports.stream().map(Report::exitCode).reduce(ExitCode.FINE, ExitCode::or);
  }

  private static Optional<Identity> identity(Target target, List<TensorFile> files) {
    Optional<ShardIndex> index =
        target instanceof Target.ShardedSet set ? set.set().index() : Optional.empty();
    boolean isReadable =
        index.filter(named -> !named.weightMap().isEmpty()).isPresent()
            || files.stream()
                .anyMatch(
                    file -> file.kind() == FileKind.SAFETENSORS && file.reading().headerParsed());
    return isReadable
        ? Optional.of(
            Identification.of(
                new CheckpointPart("", target.location().path(), index, files, List.of()),
                Cancellation.NEVER))
        : Optional.empty();
  }

  /// The report on the whole, and those on shards whose errors it does not include. The errors of a
  /// refused shard are among the findings of the set.
  private static List<Report> withErrorsOfTheirOwn(List<Report> reports) {
    return Stream.concat(
            reports.stream().limit(1),
            reports.stream().skip(1).filter(shard -> shard.verdict() == LoadVerdict.OK))
        .toList();
  }

  private static void print(List<Report> reports, Optional<Identity> identity, TextPrinter text) {
    Report whole = reports.getFirst();
    text.gap();
    text.line(
        text.paint(Style.STRONG, TextPrinter.shown(whole.location().text()))
            + ": "
            + headline(whole, identity, text));
    withErrorsOfTheirOwn(reports).forEach(report -> printErrors(report, report != whole, text));
    identity.ifPresent(
        known ->
            known.statements().stream()
                .filter(statement -> statement.topic() != Topic.KIND || !isUnknown(statement))
                .forEach(statement -> print(statement, text)));
  }

  private static void printErrors(Report report, boolean isShard, TextPrinter text) {
    String shard = isShard ? report.location().path().getFileName() + ": " : "";
    for (Finding finding : report.findings()) {
      if (finding.severity() == Severity.ERROR) {
        text.line(
            "  %s  %s: %s"
                .formatted(
                    text.paint(Style.BAD, ("%-" + LABEL_WIDTH + "s").formatted("Error")),
                    finding.code().spelling(),
                    TextPrinter.shown(shard + finding.message())));
      }
    }
  }

  private static boolean isUnknown(Statement statement) {
    return statement.evidence().isEmpty();
  }

  private static String headline(Report report, Optional<Identity> identity, TextPrinter text) {
    List<String> words = new ArrayList<>();
    identity.ifPresent(known -> words.add(known.kind().label().toString()));
    identity
        .flatMap(Identity::family)
        .map(Sentence::toString)
        .map(DisplayText::of)
        .ifPresent(words::add);
    if (identity.isEmpty() || isOtherThing(report)) {
      words.add(report.description());
    }
    if (report.verdict() == LoadVerdict.REFUSED) {
      words.add(text.paint(Style.BAD, "refused"));
    }
    return String.join(", ", words);
  }

  private static boolean isOtherThing(Report report) {
    return switch (report.kind()) {
      case FileKind.SAFETENSORS, FileKind.SET, FileKind.INDEX -> false;
      default -> true;
    };
  }

  private static void print(Statement statement, TextPrinter text) {
    String label = ("%-" + LABEL_WIDTH + "s").formatted(statement.topic().label());
    String value = DisplayText.of(statement.oneLine(), VALUE_LIMIT);
    boolean isOff = statement.topic() == Topic.CONTRADICTION || statement.topic() == Topic.FORMAT;
    text.line("  " + label + "  " + (isOff ? text.paint(Style.NOTABLE, value) : value));
    String indent = " ".repeat(LABEL_WIDTH + 4);
    for (Evidence evidence : statement.evidence()) {
      String reason = reason(statement, evidence);
      if (!reason.isEmpty()) {
        text.line(indent + text.paint(Style.FAINT, "from " + reason));
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
