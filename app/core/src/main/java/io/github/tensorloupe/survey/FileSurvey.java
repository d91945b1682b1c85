package io.github.tensorloupe.survey;

import module java.base;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.distribution.DistributionScan;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
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

/// Reads files and tells of them in records. Thread-safe; blocks.
///
/// @param scan reads the values, where they are read
public record FileSurvey(ValueDepth depth, ChunkedScan scan) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'").withZone(ZoneOffset.UTC);

  private static final String REFUSED = "refused";

  private static final List<SurveyColumn> QUANTILES =
      List.copyOf(EnumSet.range(SurveyColumn.Q01, SurveyColumn.Q99));

  /// Where these are found, something was not read at all.
  private static final Set<FindingCode> UNREAD =
      EnumSet.of(
          FindingCode.NOT_FOUND,
          FindingCode.NO_PERMISSION,
          FindingCode.READ_FAILED,
          FindingCode.NOT_ENOUGH_MEMORY,
          FindingCode.FILE_CHANGED);

  /// The result of reading the values of a tensor.
  private record Values(
      Set<FindingCode> codes,
      Severity severity,
      ValueCounts counts,
      Optional<TensorStatistics.Finite> finite,
      OptionalDouble entropyBits) {

    static Values of(TensorHealth health) {
      Set<FindingCode> codes = new LinkedHashSet<>();
      Severity worst = null;
      for (HealthIssue issue : health.issues()) {
        codes.add(issue.code());
        worst = worse(worst, issue.severity());
      }
      long nonFinite = health.nonFiniteCount();
      ValueCounts counts =
          new ValueCounts(
              health.partCount() - nonFinite,
              health.nan().count(),
              health.positiveInfinity().count(),
              health.negativeInfinity().count(),
              health.zero().count(),
              health.subnormal().count());
      return new Values(codes, worst, counts, Optional.empty(), OptionalDouble.empty());
    }

    static Values of(TensorStatistics statistics) {
      ValueCounts counts = statistics.counts();
      Set<FindingCode> codes = new LinkedHashSet<>();
      if (counts.nan() > 0) {
        codes.add(FindingCode.NAN);
      }
      if (counts.nonFinite() > counts.nan()) {
        codes.add(FindingCode.INF);
      }
      Severity worst = codes.isEmpty() ? null : Severity.ERROR;
      return new Values(codes, worst, counts, statistics.finite(), statistics.entropyBits());
    }
  }

  /// Reads a file: gives a record for each of its tensors, in any order, and then that of the file.
  ///
  /// @param sink called once at a time, on several threads; may end everything with an exception
  /// @param progress reported in bytes of values
  /// @throws IOException if the file cannot be read or changes meanwhile; then the records that
  ///   were given are void, and there is none of the file
  public void run(
      SurveyedFile file, Consumer<SurveyRecord> sink, Cancellation cancellation, Progress progress)
      throws IOException {
    cancellation.check();
    try (TensorFile open = TensorFile.open(file.path())) {
      Reading reading = new Reading(file, open, sink);
      reading.readTensors(cancellation, progress);
      SurveyRecord record = reading.record(cancellation);
      open.bytes().requireUnchanged();
      sink.accept(record);
    }
  }

  /// The same, all in memory; of a file that cannot be read an error alone.
  public List<SurveyRecord> records(SurveyedFile file) {
    List<SurveyRecord> records = new ArrayList<>();
    try {
      run(file, records::add, Cancellation.NEVER, Progress.NONE);
      return records;
    } catch (IOException e) {
      return List.of(error(file.text(), file.set(), ReadFailures.finding(e)));
    }
  }

  /// The record of something that is wrong with no file alone, or keeps one from being read.
  public static SurveyRecord error(String text, Optional<String> set, Finding why) {
    Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
    row.put(SurveyColumn.PATH, text);
    set.ifPresent(it -> row.put(SurveyColumn.SET, it));
    row.put(SurveyColumn.VERDICT, UNREAD.contains(why.code()) ? "unreadable" : REFUSED);
    row.put(SurveyColumn.MESSAGE, why.message());
    row.put(SurveyColumn.FINDINGS, List.of(why.code().spelling()));
    row.put(SurveyColumn.SEVERITY, why.severity().word());
    return new SurveyRecord(Kind.ERROR, row);
  }

  /// The record of a file that another path has led to already.
  static SurveyRecord same(SurveyedFile file, FileStamp stamp, String other) {
    Map<SurveyColumn, Object> row = begun(file, stamp);
    row.put(SurveyColumn.SAME_AS, other);
    row.put(SurveyColumn.TENSORS, 0L);
    return new SurveyRecord(Kind.FILE, row);
  }

  private static Map<SurveyColumn, Object> begun(SurveyedFile file, FileStamp stamp) {
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

  private static Severity worse(Severity one, Severity other) {
    // The worst comes first.
    return one == null || other != null && other.compareTo(one) < 0 ? other : one;
  }

  private static long limited(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  private static List<String> spellings(Set<FindingCode> codes) {
    return codes.stream().map(FindingCode::spelling).toList();
  }

  private static void put(Map<SurveyColumn, Object> row, SurveyColumn column, double value) {
    if (Double.isFinite(value)) {
      row.put(column, value);
    }
  }

  /// One file while it is read, with the sums over its tensors. Its sink is called once at a time.
  private final class Reading {

    private final SurveyedFile file;
    private final TensorFile open;
    private final Consumer<SurveyRecord> sink;
    private final String modified;
    private final Map<Dtype, Long> bytesOfDtype = new EnumMap<>(Dtype.class);
    private final Set<FindingCode> codes = new LinkedHashSet<>();
    private Severity worst;
    private ValueCounts counts = ValueCounts.NONE;
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
            .ifPresentOrElse(read::add, () -> tell(info, Optional.empty()));
      }
      TensorScan<Values> values =
          depth == ValueDepth.STATS
              ? new DistributionScan(scan)
                  .map((it, found) -> Values.of(TensorStatistics.of(found, it.elementCount())))
              : new HealthScan(scan).map((_, health) -> Values.of(health));
      if (!read.isEmpty()) {
        values.run(
            read,
            (index, found) -> tell(read.get(index).info(), Optional.of(found)),
            cancellation,
            progress);
      }
    }

    private void tell(TensorInfo info, Optional<Values> values) {
      long elements = limited(info.shape().elementCount().orElse(-1));
      elementCount = limited(elementCount + elements);
      bytesOfDtype.merge(info.dtype(), Math.max(0, info.byteCount()), Long::sum);
      tensorCount++;
      Map<SurveyColumn, Object> row = new EnumMap<>(SurveyColumn.class);
      row.put(SurveyColumn.PATH, file.text());
      row.put(SurveyColumn.MODIFIED, modified);
      row.put(SurveyColumn.NAME, info.name());
      row.put(SurveyColumn.DTYPE, info.dtype().name());
      long[] shape = info.shape().dimensions();
      row.put(SurveyColumn.SHAPE, LongStream.of(shape).map(it -> limited(it)).boxed().toList());
      row.put(SurveyColumn.BEGIN, limited(info.begin()));
      row.put(SurveyColumn.END, limited(info.end()));
      row.put(SurveyColumn.COUNT, elements);
      values.ifPresent(it -> tell(it, row));
      sink.accept(new SurveyRecord(Kind.TENSOR, row));
    }

    private void tell(Values values, Map<SurveyColumn, Object> row) {
      codes.addAll(values.codes());
      worst = worse(worst, values.severity());
      counts = counts.plus(values.counts());
      putFindings(row, values.codes(), values.severity());
      putCounts(row, values.counts());
      values.entropyBits().ifPresent(it -> put(row, SurveyColumn.ENTROPY_BITS, it));
      values
          .finite()
          .ifPresent(
              finite -> {
                min = Math.min(min, finite.min().doubleValue());
                max = Math.max(max, finite.max().doubleValue());
                put(row, SurveyColumn.MIN, finite.min().doubleValue());
                put(row, SurveyColumn.MAX, finite.max().doubleValue());
                put(row, SurveyColumn.MEAN, finite.mean());
                put(row, SurveyColumn.STD, finite.standardDeviation());
                for (int i = 0; i < QUANTILES.size(); i++) {
                  put(row, QUANTILES.get(i), finite.quantiles().get(i).doubleValue());
                }
                row.put(SurveyColumn.QUANTILES_EXACT, finite.quantilesExact());
              });
    }

    private static void putCounts(Map<SurveyColumn, Object> row, ValueCounts counts) {
      row.put(SurveyColumn.NAN, counts.nan());
      row.put(SurveyColumn.POS_INF, counts.positiveInfinity());
      row.put(SurveyColumn.NEG_INF, counts.negativeInfinity());
      row.put(SurveyColumn.ZERO, counts.zero());
      row.put(SurveyColumn.SUBNORMAL, counts.subnormal());
    }

    private static void putFindings(
        Map<SurveyColumn, Object> row, Set<FindingCode> codes, Severity worst) {
      row.put(SurveyColumn.FINDINGS, spellings(codes));
      if (worst != null) {
        row.put(SurveyColumn.SEVERITY, worst.word());
      }
    }

    /// The record of the file, once its tensors have been read.
    SurveyRecord record(Cancellation cancellation) throws IOException {
      Set<FindingCode> all = new LinkedHashSet<>();
      Stream.concat(open.findings().stream(), MetadataHashes.findings(open).stream())
          .forEach(
              finding -> {
                all.add(finding.code());
                worst = worse(worst, finding.severity());
              });
      all.addAll(codes);
      Map<SurveyColumn, Object> row = begun(file, open.bytes().stamp());
      row.put(SurveyColumn.KIND, open.kind().spelling());
      row.put(SurveyColumn.VERDICT, open.isRefused() ? REFUSED : "ok");
      Optional<String> error = open.reading().loadError().map(LoadError::variant);
      error.ifPresent(it -> row.put(SurveyColumn.ERROR_VARIANT, it));
      open.reading()
          .headerLength()
          .ifPresent(it -> row.put(SurveyColumn.HEADER_LENGTH, limited(it)));
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
      putFindings(row, all, worst);
      if (depth != ValueDepth.NONE) {
        putCounts(row, counts);
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
