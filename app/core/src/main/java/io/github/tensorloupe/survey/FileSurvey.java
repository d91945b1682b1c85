package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.TensorStatistics.Finite;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.integrity.expected.MetadataHashes;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.Recovery;
import io.github.tensorloupe.survey.SurveyRecord.Contents;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.Figures;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.Spread;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import io.github.tensorloupe.survey.SurveyRecord.Verdict;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.Progress;

/// Creates the survey records of single files. Thread-safe; blocks the calling thread.
///
/// @param scan reads the values; unused if the depth is [ValueDepth#NONE]
public record FileSurvey(ValueDepth depth, ChunkedScan scan) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

  private static final Recovery RECOVERY = new Recovery(FileOperations.ofThisComputer());

  private static final Set<FindingCode> UNREADABLE_CODES =
      EnumSet.of(
          FindingCode.NOT_FOUND,
          FindingCode.NO_PERMISSION,
          FindingCode.READ_FAILED,
          FindingCode.NOT_ENOUGH_MEMORY,
          FindingCode.FILE_CHANGED);

  /// Reads a file. Passes one record per tensor to the sink, in any order, followed by the record
  /// of the file.
  ///
  /// @param sink receives the records; called on several threads, but never concurrently; may throw
  ///   an exception to stop reading
  /// @param progress reported in bytes of values
  /// @return the record of the file
  /// @throws IOException if reading fails or the file changes during the call; the records passed
  ///   so far are invalid, and the record of the file is missing
  public FileLine run(
      SurveyedFile file, Consumer<SurveyRecord> sink, Cancellation cancellation, Progress progress)
      throws IOException {
    return run(file, _ -> {}, sink, cancellation, progress);
  }

  /// @param onOpen receives the open file before it is read; may throw an exception
  FileLine run(
      SurveyedFile file,
      IoConsumer<ByteSource> onOpen,
      Consumer<SurveyRecord> sink,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    cancellation.check();
    // In this order, because a file opened after the end of a save is complete.
    List<Finding> traces = RECOVERY.findings(file.path());
    try (TensorFile open = TensorFile.open(file.path())) {
      onOpen.accept(open.bytes());
      Reading reading = new Reading(file, open, traces, sink);
      reading.readTensors(cancellation, progress);
      FileLine record = reading.createRecord(cancellation);
      open.bytes().requireUnchanged();
      sink.accept(record);
      return record;
    }
  }

  /// Returns all records of a file, or a single error record if the file cannot be read.
  public List<SurveyRecord> records(SurveyedFile file) {
    List<SurveyRecord> records = new ArrayList<>();
    try {
      run(file, records::add, Cancellation.NEVER, Progress.NONE);
      return records;
    } catch (IOException e) {
      return List.of(error(file, e));
    }
  }

  static ErrorLine error(SurveyedFile file, IOException failure) {
    return error(file.text(), file.set(), ReadFailures.finding(failure));
  }

  /// Creates an error record for a folder, a set, or an unreadable file.
  public static ErrorLine error(String text, Optional<String> set, Finding finding) {
    return new ErrorLine(
        text,
        set.orElse(null),
        UNREADABLE_CODES.contains(finding.code()) ? Verdict.UNREADABLE : Verdict.REFUSED,
        finding.message(),
        List.of(finding.code().spelling()),
        finding.severity());
  }

  static ErrorLine revocation(String text) {
    return new ErrorLine(text, null, Verdict.OK, null, List.of(), null);
  }

  static FileLine duplicate(SurveyedFile file, FileStamp stamp, String other) {
    return new FileLine(
        file.text(),
        file.set().orElse(null),
        stamp.byteLength(),
        text(stamp.modified()),
        other,
        Contents.UNKNOWN,
        file.expectedSha256().orElse(null),
        null,
        null,
        null,
        Figures.UNKNOWN,
        0L);
  }

  static String text(FileTime time) {
    return TIME.format(time.toInstant());
  }

  private final class Reading {

    private final SurveyedFile file;
    private final TensorFile open;
    private final List<Finding> traces;
    private final Consumer<SurveyRecord> sink;
    private final String modified;
    private final Map<Dtype, Long> bytesOfDtype = new EnumMap<>(Dtype.class);
    private final Set<String> tensorFindings = new LinkedHashSet<>();
    private Figures sums = depth == ValueDepth.NONE ? Figures.UNKNOWN : Figures.NONE;
    private Severity worst;
    private long elementCount;
    private long tensorCount;

    Reading(SurveyedFile file, TensorFile open, List<Finding> traces, Consumer<SurveyRecord> sink) {
      this.file = file;
      this.open = open;
      this.traces = traces;
      this.sink = sink;
      this.modified = text(open.bytes().stamp().modified());
    }

    void readTensors(Cancellation cancellation, Progress progress) throws IOException {
      List<TensorData> read = new ArrayList<>();
      for (TensorInfo info : open.header().tensors()) {
        cancellation.check();
        Optional<TensorData> data = depth == ValueDepth.NONE ? Optional.empty() : open.data(info);
        data.filter(tensorData -> depth == ValueDepth.HEALTH || tensorData.isComplete())
            .ifPresentOrElse(
                read::add,
                () -> add(info, line(info, null, null, Figures.UNKNOWN, Spread.UNKNOWN)));
      }
      if (read.isEmpty()) {
        return;
      }
      TensorScan<TensorLine> lines =
          depth == ValueDepth.STATS
              ? new DistributionScan(scan).map(this::line)
              : new HealthScan(scan).map(this::line);
      lines.run(read, (index, line) -> add(read.get(index).info(), line), cancellation, progress);
    }

    private TensorLine line(TensorData tensor, TensorHealth health) {
      Set<HealthIssue> issues = health.issues();
      Figures figures =
          new Figures(
              health.nan().count(),
              health.positiveInfinity().count(),
              health.negativeInfinity().count(),
              health.zero().count(),
              health.subnormal().count(),
              null,
              null);
      return line(
          tensor.info(),
          issues.stream().map(issue -> issue.code().spelling()).distinct().toList(),
          issues.stream().map(HealthIssue::severity).min(Comparator.naturalOrder()).orElse(null),
          figures,
          Spread.UNKNOWN);
    }

    private TensorLine line(TensorData tensor, Distribution distribution) {
      TensorStatistics statistics = TensorStatistics.of(distribution, tensor.elementCount());
      ValueCounts counts = statistics.counts();
      List<String> codes = new ArrayList<>();
      if (counts.nan() > 0 && !tensor.hasCodes()) {
        codes.add(FindingCode.NAN.spelling());
      }
      if (counts.nonFinite() > counts.nan() && !tensor.hasCodes()) {
        codes.add(FindingCode.INF.spelling());
      }
      Optional<Finite> finite = statistics.finite();
      Figures figures =
          new Figures(
              counts.nan(),
              counts.positiveInfinity(),
              counts.negativeInfinity(),
              counts.zero(),
              counts.subnormal(),
              number(finite, Finite::min),
              number(finite, Finite::max));
      double entropy = statistics.entropyBits().orElse(Double.NaN);
      Spread spread =
          new Spread(
              number(finite, Finite::mean),
              number(finite, Finite::standardDeviation),
              quantile(finite, 0),
              quantile(finite, 1),
              quantile(finite, 2),
              quantile(finite, 3),
              quantile(finite, 4),
              quantile(finite, 5),
              quantile(finite, 6),
              finite.map(Finite::quantilesExact).orElse(null),
              Double.isFinite(entropy) ? entropy : null);
      Severity severity = codes.isEmpty() ? null : Severity.ERROR;
      return line(tensor.info(), codes, severity, figures, spread);
    }

    private static Double quantile(Optional<Finite> finite, int index) {
      return number(finite, distribution -> distribution.quantiles().get(index));
    }

    private static Double number(Optional<Finite> finite, Function<Finite, Number> figure) {
      return finite.map(figure).map(Number::doubleValue).filter(Double::isFinite).orElse(null);
    }

    /// @param findings the codes of the findings, or null if the values were not read
    private TensorLine line(
        TensorInfo info, List<String> findings, Severity severity, Figures figures, Spread spread) {
      return new TensorLine(
          file.text(),
          modified,
          info.name(),
          info.dtype().name(),
          LongStream.of(info.shape().dimensions()).map(Saturating::ofUnsigned).boxed().toList(),
          Saturating.ofUnsigned(info.begin()),
          Saturating.ofUnsigned(info.end()),
          info.shape().saturatedElementCount(),
          findings,
          severity,
          figures,
          spread);
    }

    private void add(TensorInfo info, TensorLine line) {
      elementCount = Saturating.sum(elementCount, line.count());
      bytesOfDtype.merge(info.dtype(), info.clampedByteCount(), Saturating::sum);
      tensorCount++;
      if (line.findings() != null) {
        tensorFindings.addAll(line.findings());
        note(line.severity());
        sums = sums.plus(line.figures());
      }
      sink.accept(line);
    }

    private void note(Severity severity) {
      // The first constant is the worst severity.
      if (severity != null && (worst == null || severity.compareTo(worst) < 0)) {
        worst = severity;
      }
    }

    FileLine createRecord(Cancellation cancellation) throws IOException {
      Set<String> codes = new LinkedHashSet<>();
      List<Finding> findings = InterruptedSave.findings(open, traces);
      findings.addAll(MetadataHashes.findings(open));
      findings.addAll(traces);
      for (Finding finding : findings) {
        codes.add(finding.code().spelling());
        note(finding.severity());
      }
      codes.addAll(tensorFindings);
      return new FileLine(
          file.text(),
          file.set().orElse(null),
          open.bytes().stamp().byteLength(),
          modified,
          null,
          contents(cancellation),
          file.expectedSha256().orElse(null),
          depth,
          List.copyOf(codes),
          worst,
          sums,
          tensorCount);
    }

    private Contents contents(Cancellation cancellation) throws IOException {
      boolean isParsed = open.reading().headerParsed();
      CheckpointPart part = Checkpoint.of(open).parts().getFirst();
      Optional<Identity> identity =
          isParsed ? Optional.of(Identification.of(part, cancellation)) : Optional.empty();
      OptionalLong headerLength = open.reading().headerLength();
      OptionalLong dataLength =
          open.foreign().isPresent() ? OptionalLong.empty() : open.dataLength();
      return new Contents(
          open.kind().spelling(),
          open.isRefused() ? Verdict.REFUSED : Verdict.OK,
          open.reading().loadError().map(LoadError::variant).orElse(null),
          headerLength.isPresent() ? Saturating.ofUnsigned(headerLength.getAsLong()) : null,
          dataLength.isPresent() ? dataLength.getAsLong() : null,
          isParsed ? (long) open.header().tensors().size() : null,
          bytesOfDtype.entrySet().stream()
              .max(Map.Entry.comparingByValue())
              .map(entry -> entry.getKey().name())
              .orElse(null),
          elementCount,
          identity.map(result -> result.kind().spelling()).orElse(null),
          identity.flatMap(Identity::family).map(Object::toString).orElse(null),
          isParsed ? open.identity().headSha256() : null);
    }
  }
}
