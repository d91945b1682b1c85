package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
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
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Reads files and creates records of them. Thread-safe; blocks the calling thread.
///
/// @param scan reads the values, unless the depth is [ValueDepth#NONE]
public record FileSurvey(ValueDepth depth, ChunkedScan scan) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

  static final String OK = "ok";
  private static final String REFUSED = "refused";

  private static final List<SurveyColumn> QUANTILES =
      List.copyOf(EnumSet.range(SurveyColumn.Q01, SurveyColumn.Q99));

  private static final List<SurveyColumn> COUNTS =
      List.copyOf(EnumSet.range(SurveyColumn.NAN, SurveyColumn.SUBNORMAL));

  /// Findings of files and folders that could not be read.
  private static final Set<FindingCode> UNREADABLE_CODES =
      EnumSet.of(
          FindingCode.NOT_FOUND,
          FindingCode.NO_PERMISSION,
          FindingCode.READ_FAILED,
          FindingCode.NOT_ENOUGH_MEMORY,
          FindingCode.FILE_CHANGED);

  /// Reads a file. Passes a record of each tensor to the sink, in any order, and then the record of
  /// the file.
  ///
  /// @param sink called on several threads, one call at a time; may throw to end the reading
  /// @param progress reported in bytes of values
  /// @throws IOException if the file cannot be read or changes meanwhile; the records passed so far
  ///   are then invalid, and the record of the file is missing
  public void run(
      SurveyedFile file, Consumer<SurveyRecord> sink, Cancellation cancellation, Progress progress)
      throws IOException {
    cancellation.check();
    try (TensorFile open = TensorFile.open(file.path())) {
      Reading reading = new Reading(file, open, sink);
      reading.readTensors(cancellation, progress);
      SurveyRecord record = reading.createRecord(cancellation);
      open.bytes().requireUnchanged();
      sink.accept(record);
    }
  }

  /// Returns all records of a file, or a single error if it cannot be read.
  public List<SurveyRecord> records(SurveyedFile file) {
    List<SurveyRecord> records = new ArrayList<>();
    try {
      run(file, records::add, Cancellation.NEVER, Progress.NONE);
      return records;
    } catch (IOException e) {
      return List.of(error(file.text(), file.set(), ReadFailures.finding(e)));
    }
  }

  /// Creates a record of an error of a folder or a set, or of a file that cannot be read.
  public static SurveyRecord error(String text, Optional<String> set, Finding why) {
    Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
    row.put(SurveyColumn.PATH, text);
    set.ifPresent(it -> row.put(SurveyColumn.SET, it));
    row.put(SurveyColumn.VERDICT, UNREADABLE_CODES.contains(why.code()) ? "unreadable" : REFUSED);
    row.put(SurveyColumn.MESSAGE, why.message());
    row.put(SurveyColumn.FINDINGS, List.of(why.code().spelling()));
    row.put(SurveyColumn.SEVERITY, why.severity().spelling());
    return new SurveyRecord(Kind.ERROR, row);
  }

  /// Creates a record that ends the earlier errors of a folder or a set.
  static SurveyRecord errorsEnded(String text) {
    return new SurveyRecord(
        Kind.ERROR,
        Map.of(
            SurveyColumn.PATH, text,
            SurveyColumn.VERDICT, OK,
            SurveyColumn.FINDINGS, List.of()));
  }

  /// Creates a record of a file that was already found at another path.
  static SurveyRecord duplicate(SurveyedFile file, FileStamp stamp, String other) {
    Map<SurveyColumn, Object> row = newFileRow(file, stamp);
    row.put(SurveyColumn.SAME_AS, other);
    row.put(SurveyColumn.TENSORS, 0L);
    return new SurveyRecord(Kind.FILE, row);
  }

  private static Map<SurveyColumn, Object> newFileRow(SurveyedFile file, FileStamp stamp) {
    Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
    row.put(SurveyColumn.PATH, file.text());
    file.set().ifPresent(it -> row.put(SurveyColumn.SET, it));
    row.put(SurveyColumn.SIZE, stamp.byteLength());
    row.put(SurveyColumn.MODIFIED, text(stamp.modified()));
    file.expectedSha256().ifPresent(it -> row.put(SurveyColumn.EXPECTED_SHA256, it));
    return row;
  }

  static String text(FileTime time) {
    return TIME.format(time.toInstant());
  }

  private static Severity severity(String word) {
    return Severity.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private static void putFindings(
      Map<SurveyColumn, Object> row, Collection<String> codes, Severity worst) {
    row.put(SurveyColumn.FINDINGS, List.copyOf(codes));
    if (worst != null) {
      row.put(SurveyColumn.SEVERITY, worst.spelling());
    }
  }

  private static void putCounts(Map<SurveyColumn, Object> row, long... counts) {
    for (int i = 0; i < counts.length; i++) {
      row.put(COUNTS.get(i), counts[i]);
    }
  }

  private static Map<SurveyColumn, Object> columns(TensorHealth health) {
    Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
    Set<HealthIssue> issues = health.issues();
    putFindings(
        row,
        issues.stream().map(issue -> issue.code().spelling()).distinct().toList(),
        issues.stream().map(HealthIssue::severity).min(Comparator.naturalOrder()).orElse(null));
    putCounts(
        row,
        health.nan().count(),
        health.positiveInfinity().count(),
        health.negativeInfinity().count(),
        health.zero().count(),
        health.subnormal().count());
    return row;
  }

  private static Map<SurveyColumn, Object> statistics(TensorData tensor, Distribution found) {
    TensorStatistics statistics = TensorStatistics.of(found, tensor.elementCount());
    Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
    ValueCounts counts = statistics.counts();
    List<String> codes = new ArrayList<>();
    if (counts.nan() > 0 && !tensor.hasCodes()) {
      codes.add(FindingCode.NAN.spelling());
    }
    if (counts.nonFinite() > counts.nan() && !tensor.hasCodes()) {
      codes.add(FindingCode.INF.spelling());
    }
    putFindings(row, codes, codes.isEmpty() ? null : Severity.ERROR);
    putCounts(
        row,
        counts.nan(),
        counts.positiveInfinity(),
        counts.negativeInfinity(),
        counts.zero(),
        counts.subnormal());
    statistics.entropyBits().ifPresent(it -> put(row, SurveyColumn.ENTROPY_BITS, it));
    statistics.finite().ifPresent(finite -> putFigures(row, finite));
    return row;
  }

  private static void putFigures(Map<SurveyColumn, Object> row, TensorStatistics.Finite finite) {
    put(row, SurveyColumn.MIN, finite.min().doubleValue());
    put(row, SurveyColumn.MAX, finite.max().doubleValue());
    put(row, SurveyColumn.MEAN, finite.mean());
    put(row, SurveyColumn.STD, finite.standardDeviation());
    for (int i = 0; i < QUANTILES.size(); i++) {
      put(row, QUANTILES.get(i), finite.quantiles().get(i).doubleValue());
    }
    row.put(SurveyColumn.QUANTILES_EXACT, finite.quantilesExact());
  }

  private static void put(Map<SurveyColumn, Object> row, SurveyColumn column, double value) {
    if (Double.isFinite(value)) {
      row.put(column, value);
    }
  }

  /// The state of reading one file: the sums over its tensors. Calls of the sink do not overlap.
  private final class Reading {

    private final SurveyedFile file;
    private final TensorFile open;
    private final Consumer<SurveyRecord> sink;
    private final String modified;
    private final Map<Dtype, Long> bytesOfDtype = new EnumMap<>(Dtype.class);
    private final Set<String> tensorFindings = new LinkedHashSet<>();
    private final Map<SurveyColumn, Long> sums = new EnumMap<>(SurveyColumn.class);
    private Severity worst;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long elementCount;
    private long tensorCount;

    Reading(SurveyedFile file, TensorFile open, Consumer<SurveyRecord> sink) {
      this.file = file;
      this.open = open;
      this.sink = sink;
      this.modified = text(open.bytes().stamp().modified());
    }

    void readTensors(Cancellation cancellation, Progress progress) throws IOException {
      List<TensorData> read = new ArrayList<>();
      for (TensorInfo info : open.header().tensors()) {
        cancellation.check();
        Optional<TensorData> data = depth == ValueDepth.NONE ? Optional.empty() : open.data(info);
        data.filter(it -> depth == ValueDepth.HEALTH || it.isComplete())
            .ifPresentOrElse(read::add, () -> addTensor(info, Map.of()));
      }
      TensorScan<Map<SurveyColumn, Object>> values =
          depth == ValueDepth.STATS
              ? new DistributionScan(scan).map(FileSurvey::statistics)
              : new HealthScan(scan).map((_, health) -> columns(health));
      if (!read.isEmpty()) {
        values.run(
            read,
            (index, found) -> addTensor(read.get(index).info(), found),
            cancellation,
            progress);
      }
    }

    /// @param values the columns of the values; empty if they were not read
    private void addTensor(TensorInfo info, Map<SurveyColumn, Object> values) {
      long elements = info.shape().saturatedElementCount();
      elementCount = Saturating.sum(elementCount, elements);
      bytesOfDtype.merge(info.dtype(), info.spannedByteCount(), Saturating::sum);
      tensorCount++;
      Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
      row.put(SurveyColumn.PATH, file.text());
      row.put(SurveyColumn.MODIFIED, modified);
      row.put(SurveyColumn.NAME, info.name());
      row.put(SurveyColumn.DTYPE, info.dtype().name());
      long[] shape = info.shape().dimensions();
      row.put(
          SurveyColumn.SHAPE, LongStream.of(shape).map(Saturating::ofUnsigned).boxed().toList());
      row.put(SurveyColumn.BEGIN, Saturating.ofUnsigned(info.begin()));
      row.put(SurveyColumn.END, Saturating.ofUnsigned(info.end()));
      row.put(SurveyColumn.COUNT, elements);
      row.putAll(values);
      SurveyRecord record = new SurveyRecord(Kind.TENSOR, row);
      tensorFindings.addAll(record.texts(SurveyColumn.FINDINGS));
      record.text(SurveyColumn.SEVERITY).map(FileSurvey::severity).ifPresent(this::note);
      COUNTS.forEach(
          column -> record.number(column).ifPresent(count -> sums.merge(column, count, Long::sum)));
      record.fraction(SurveyColumn.MIN).ifPresent(it -> min = Math.min(min, it));
      record.fraction(SurveyColumn.MAX).ifPresent(it -> max = Math.max(max, it));
      sink.accept(record);
    }

    private void note(Severity severity) {
      // The enum starts with the worst severity.
      worst = worst == null || severity.compareTo(worst) < 0 ? severity : worst;
    }

    /// Creates the record of the file after its tensors have been read.
    SurveyRecord createRecord(Cancellation cancellation) throws IOException {
      Set<String> codes = new LinkedHashSet<>();
      Stream.concat(open.findings().stream(), MetadataHashes.findings(open).stream())
          .forEach(
              finding -> {
                codes.add(finding.code().spelling());
                note(finding.severity());
              });
      codes.addAll(tensorFindings);
      Map<SurveyColumn, Object> row = newFileRow(file, open.bytes().stamp());
      row.put(SurveyColumn.KIND, open.kind().spelling());
      row.put(SurveyColumn.VERDICT, open.isRefused() ? REFUSED : OK);
      Optional<String> error = open.reading().loadError().map(LoadError::variant);
      error.ifPresent(it -> row.put(SurveyColumn.ERROR_VARIANT, it));
      open.reading()
          .headerLength()
          .ifPresent(it -> row.put(SurveyColumn.HEADER_LENGTH, Saturating.ofUnsigned(it)));
      open.dataLength().ifPresent(it -> row.put(SurveyColumn.DATA_LENGTH, it));
      bytesOfDtype.entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .ifPresent(it -> row.put(SurveyColumn.DTYPE, it.getKey().name()));
      row.put(SurveyColumn.COUNT, elementCount);
      if (open.reading().headerParsed()) {
        row.put(SurveyColumn.TENSOR_COUNT, (long) open.header().tensors().size());
        row.put(SurveyColumn.HEADER_SHA256, open.identity().headSha256());
        putIdentity(row, cancellation);
      }
      row.put(SurveyColumn.VALUES, depth.spelling());
      putFindings(row, codes, worst);
      if (depth != ValueDepth.NONE) {
        COUNTS.forEach(column -> row.put(column, sums.getOrDefault(column, 0L)));
        put(row, SurveyColumn.MIN, min);
        put(row, SurveyColumn.MAX, max);
      }
      row.put(SurveyColumn.TENSORS, tensorCount);
      return new SurveyRecord(Kind.FILE, row);
    }

    private void putIdentity(Map<SurveyColumn, Object> row, Cancellation cancellation) {
      CheckpointPart part =
          new CheckpointPart("", file.path(), Optional.empty(), List.of(open), List.of());
      Identity identity = Identification.of(part, cancellation);
      row.put(SurveyColumn.MODEL, identity.kind().spelling());
      identity.family().ifPresent(it -> row.put(SurveyColumn.FAMILY, it.toString()));
    }
  }
}
