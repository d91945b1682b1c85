package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterScan;
import io.github.tensorloupe.adapter.MeasuredModule;
import io.github.tensorloupe.analysis.health.FindingGroup;
import io.github.tensorloupe.config.ConfigCheck;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.identify.Evidence;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedShare;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The result of `info --summary`: the identified model and the evidence.
///
/// @param reports the report about the target, followed by the reports about the shards of a set
/// @param identity the identified model, or empty if no header could be read
/// @param quantization the quantized weights, or empty if no weight is quantized
/// @param config the comparison with the configuration, or empty if none exists
/// @param effectiveRank the median effective rank of an adapter's modules, or empty if unknown
/// @param remarks remarks about configurations next to the files
record TargetSummary(
    List<Report> reports,
    Optional<Identity> identity,
    Optional<Quantization> quantization,
    Optional<ConfigReport> config,
    OptionalDouble effectiveRank,
    List<Sentence> remarks) {

  private static final int VALUE_LIMIT = 300;
  private static final int EVIDENCE_LIMIT = 100;
  private static final Set<FileKind> CHECKPOINTS =
      EnumSet.of(FileKind.SAFETENSORS, FileKind.SET, FileKind.INDEX);
  private static final Set<Kind> ADAPTERS =
      EnumSet.of(Kind.LORA, Kind.LOCON, Kind.DORA, Kind.LOHA, Kind.LOKR);
  private static final List<Topic> NUMBERS =
      List.of(
          Topic.PARAMETERS,
          Topic.LAYERS,
          Topic.HIDDEN_SIZE,
          Topic.VOCABULARY,
          Topic.HEADS,
          Topic.KV_HEADS,
          Topic.EXPERTS,
          Topic.RANK);

  static TargetSummary of(Target target, Checker checker) {
    // The headers remain usable after the files have been closed.
    List<TensorFile> files = new ArrayList<>();
    List<Report> reports = checker.checkHeaders(target, files::add);
    CheckpointPart part = target.part(files);
    Optional<Identity> identity = identity(part);
    boolean isAdapter =
        reports.getFirst().verdict().isGood()
            && identity.filter(known -> ADAPTERS.contains(known.kind())).isPresent();
    List<Sentence> remarks = new ArrayList<>();
    Optional<Quantization> quantization = quantization(target, part, remarks);
    Optional<ConfigReport> config =
        files.isEmpty()
            ? Optional.empty()
            : Optional.of(ConfigCheck.of(part, quantization, Cancellation.NEVER));
    return new TargetSummary(
        reports,
        identity,
        quantization.filter(present -> !present.weights().isEmpty()),
        config.filter(report -> !report.files().isEmpty()),
        isAdapter ? effectiveRank(target, remarks) : OptionalDouble.empty(),
        remarks);
  }

  private static OptionalDouble effectiveRank(Target target, List<Sentence> remarks) {
    if (target.files().size() != 1) {
      return OptionalDouble.empty();
    }
    try (TensorFile file = TensorFile.open(target.files().getFirst().path())) {
      Adapter adapter = Adapter.of(file);
      remarks.addAll(adapter.remarks());
      return MeasuredModule.medianEffectiveRank(
          AdapterScan.onAllProcessors()
              .modules(adapter, Optional.empty(), Cancellation.NEVER, Progress.NONE));
    } catch (IOException e) {
      // The report contains the failure.
      return OptionalDouble.empty();
    }
  }

  private static Optional<Quantization> quantization(
      Target target, CheckpointPart part, List<Sentence> remarks) {
    try {
      Quantization quantization = Dequantized.quantization(target, part);
      for (Finding finding : quantization.findings()) {
        if (finding.code() == FindingCode.CONFIG_UNREADABLE) {
          remarks.add(finding.sentence());
        }
      }
      return Optional.of(quantization);
    } catch (IOException e) {
      // The report contains the failure.
      return Optional.empty();
    }
  }

  private static Optional<Identity> identity(CheckpointPart part) {
    boolean isReadable = part.index().filter(named -> !named.weightMap().isEmpty()).isPresent();
    for (TensorFile file : part.files()) {
      boolean isCheckpoint = file.kind() == FileKind.SAFETENSORS || file.foreign().isPresent();
      isReadable |= isCheckpoint && file.reading().headerParsed();
    }
    return isReadable ? Optional.of(Identification.of(part, Cancellation.NEVER)) : Optional.empty();
  }

  Report report() {
    return reports.getFirst();
  }

  /// Returns the report about the target, and the reports about shards whose errors it does not
  /// include: it includes the errors of refused shards.
  List<Report> reportsWithErrors() {
    return reports.stream().filter(each -> each == report() || each.verdict().isGood()).toList();
  }

  ExitCode exitCode() {
    return reports.stream().map(Report::exitCode).reduce(ExitCode.FINE, ExitCode::or);
  }

  JsonObject json() {
    JsonObject json =
        new JsonObject(report().location())
            .with("verdict", report().verdict())
            .with("kind", identity.map(Identity::kind).orElse(Kind.UNKNOWN).spelling())
            .with("family", identity.flatMap(Identity::family).map(Sentence::toString));
    NUMBERS.forEach(topic -> json.with(topic.spelling(), number(topic)));
    return json.with("effectiveRank", effectiveRank)
        .with("bytes", number(Topic.MEMORY))
        .with("quantization", quantization.map(TargetSummary::json))
        .with("config", config.map(ConfigSummary::json))
        .with("statements", statements().map(TargetSummary::json));
  }

  private static JsonObject json(Quantization quantization) {
    List<JsonObject> schemes = new ArrayList<>();
    for (QuantizedShare share : quantization.shares()) {
      schemes.add(
          new JsonObject()
              .with("scheme", share.scheme().spelling())
              .with("bits", QuantizationCommand.bits(share.bits()))
              .with("groupSize", share.groupSize())
              .with("weights", share.weightCount())
              .with("parameters", share.elementCount())
              .with("bitsPerWeight", share.bitsPerWeight()));
    }
    return new JsonObject()
        .with("quantizedShare", quantization.quantizedShare())
        .with("bitsPerParameter", quantization.bitsPerParameter())
        .with("schemes", schemes);
  }

  private Stream<Statement> statements() {
    return identity.stream().flatMap(known -> known.statements().stream());
  }

  private Optional<OptionalLong> number(Topic topic) {
    return identity.flatMap(known -> known.statement(topic)).map(Statement::number);
  }

  private static JsonObject json(Statement statement) {
    return new JsonObject()
        .with("what", statement.topic().spelling())
        .with("value", statement.value())
        .with("evidence", statement.evidence().stream().map(TargetSummary::json));
  }

  private static JsonObject json(Evidence evidence) {
    return switch (evidence) {
      case Evidence.OfTensor(var tensor) ->
          new JsonObject()
              .with("tensor", tensor.info().name())
              .with("dtype", tensor.info().dtype().name())
              .with("shape", tensor.info().shape());
      case Evidence.OfName(String name) -> new JsonObject().with("tensor", name);
      case Evidence.OfMetadata(String key, String value) ->
          new JsonObject().with("key", key).with("value", value);
      case Evidence.OfConfig(String file, String key, String value) ->
          new JsonObject().with("file", file).with("key", key).with("value", value);
    };
  }

  void print(TextPrinter text) {
    text.gap();
    String path = text.heading(report().location());
    text.line(path + ": " + headline(text));
    reportsWithErrors().forEach(each -> printErrors(each, each != report(), text));
    statements().filter(this::isPrinted).forEach(statement -> print(statement, text));
    quantization.ifPresent(present -> print(present, text));
    config.ifPresent(
        report ->
            ConfigSummary.lines(report)
                .forEach(line -> text.line(label("Configuration") + TextPrinter.shown(line))));
    remarks.forEach(each -> text.line(label("Warning") + TextPrinter.shown(each.toString())));
  }

  private boolean isPrinted(Statement statement) {
    return switch (statement.topic()) {
      // A kind without evidence is a guess.
      case KIND -> !statement.evidence().isEmpty();
      // The list of dtypes contains this information.
      case PRECISION -> false;
      case QUANTIZATION -> quantization.isEmpty();
      default -> true;
    };
  }

  private static void print(Quantization quantization, TextPrinter text) {
    text.line(label(Topic.QUANTIZATION.label()) + QuantizationCommand.summary(quantization));
    for (Sentence line : quantization.details()) {
      text.line(label("") + TextPrinter.shown(line.toString()));
    }
    printGroups("", quantization.allFindings(), Severity.ERROR, text);
    printGroups("", quantization.allFindings(), Severity.WARNING, text);
    for (Sentence evidence : quantization.evidence()) {
      printReason(DisplayText.of(evidence.toString(), VALUE_LIMIT), text);
    }
  }

  private static void printReason(String reason, TextPrinter text) {
    text.line(label("") + text.paint(Style.FAINT, "from " + reason));
  }

  private static String label(Object label) {
    return "  %-16s  ".formatted(label);
  }

  private static void printErrors(Report report, boolean isShard, TextPrinter text) {
    String shard = isShard ? report.location().path().getFileName() + ": " : "";
    for (Finding finding : report.findings()) {
      if (finding.severity() == Severity.ERROR) {
        String error = text.paint(Style.BAD, "%-16s".formatted("Error"));
        String message = TextPrinter.shown(shard + finding.message());
        text.line("  %s  %s: %s".formatted(error, finding.code().spelling(), message));
      }
    }
    printGroups(shard, report.findings(), Severity.WARNING, text);
  }

  /// Prints the findings of a severity, one line for all findings of a code.
  private static void printGroups(
      String prefix, List<Finding> findings, Severity severity, TextPrinter text) {
    List<Finding> printed =
        findings.stream()
            .filter(finding -> finding.severity() == severity)
            .filter(finding -> !finding.code().isAboutConfiguration())
            .toList();
    boolean isError = severity == Severity.ERROR;
    String label =
        text.paint(
            isError ? Style.BAD : Style.NOTABLE, "%-16s".formatted(isError ? "Error" : "Warning"));
    FindingGroup.of(printed, Function.identity(), FindingGroup.Kind::ofCode, Finding::tensor)
        .forEach(
            group -> {
              String code = group.kind().code().spelling();
              String message = TextPrinter.shown(prefix + group.members().getFirst().message());
              long rest = group.findingCount() - 1;
              String more = rest > 0 ? " And %,d more.".formatted(rest) : "";
              text.line("  %s  %s: %s%s".formatted(label, code, message, more));
            });
  }

  private String headline(TextPrinter text) {
    List<String> words = new ArrayList<>();
    identity.ifPresent(known -> words.add(known.kind().label().toString()));
    identity
        .flatMap(Identity::family)
        .ifPresent(family -> words.add(DisplayText.of(family.toString())));
    if (identity.isEmpty() || !CHECKPOINTS.contains(report().kind())) {
      words.add(report().description());
    }
    if (report().verdict() == LoadVerdict.REFUSED) {
      words.add(text.paint(Style.BAD, "refused"));
    }
    return String.join(", ", words);
  }

  private void print(Statement statement, TextPrinter text) {
    String value = DisplayText.of(statement.oneLine(), VALUE_LIMIT);
    if (statement.topic() == Topic.RANK && effectiveRank.isPresent()) {
      value += TextPrinter.figure(", effective %.1f", effectiveRank.getAsDouble());
    }
    boolean isOff = statement.topic() == Topic.CONTRADICTION || statement.topic() == Topic.FORMAT;
    text.line(
        label(statement.topic().label()) + text.paint(isOff ? Style.NOTABLE : Style.PLAIN, value));
    for (Evidence evidence : statement.evidence()) {
      String reason = reason(statement, evidence);
      if (!reason.isEmpty()) {
        printReason(reason, text);
      }
    }
  }

  private static String reason(Statement statement, Evidence evidence) {
    return switch (evidence) {
      case Evidence.OfTensor(var tensor) ->
          shown(tensor.info().name()) + " " + tensor.info().dtype() + " " + tensor.info().shape();
      case Evidence.OfName(String name) -> shown(name) + " in the index";
      case Evidence.OfMetadata(String key, String value) ->
          shown(key) + (value.strip().equals(statement.value()) ? "" : " = " + shown(value));
      case Evidence.OfConfig(String file, String key, String value) ->
          file + ": " + key + " = " + shown(value);
    };
  }

  private static String shown(String text) {
    return DisplayText.of(text, EVIDENCE_LIMIT);
  }
}
