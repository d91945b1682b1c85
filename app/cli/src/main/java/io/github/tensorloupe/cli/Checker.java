package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.analysis.health.PositionIds;
import io.github.tensorloupe.analysis.layers.LayerFindings;
import io.github.tensorloupe.config.ConfigCheck;
import io.github.tensorloupe.config.ConfigReport;
import io.github.tensorloupe.edit.PrivateData;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.Shard;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Creates the reports of `check`, whose verdicts `info --summary` also prints.
///
/// @param values the scan for suspicious values, or empty to read only headers
record Checker(FileOpener opener, Optional<HealthScan> values, ReadingProgress progress) {

  /// Returns the reports about a target: for a set, a report about the set, then one per shard. The
  /// first report includes the findings about the configuration and quantized weights.
  List<Report> check(Target target) {
    List<TensorFile> files = new ArrayList<>();
    List<Report> reports = checkHeaders(target, files::add);
    if (!files.isEmpty()) {
      reports.set(0, reports.getFirst().with(wholeFindings(target, files)));
    }
    return reports;
  }

  /// Returns the reports about a target without the findings about its configuration.
  ///
  /// @param onOpen receives each file while it is open
  List<Report> checkHeaders(Target target, Consumer<TensorFile> onOpen) {
    return target.set().isPresent()
        ? checkSet(target, onOpen)
        : new ArrayList<>(
            List.of(target.report().orElseGet(() -> checkFile(target.location(), onOpen))));
  }

  /// Returns the findings that concern all files of a target: about its configuration and, with
  /// values, about quantized weights, whose scales may be in another shard. Returns no findings if
  /// its files cannot be opened, which other reports contain.
  ///
  /// @param closed the files, whose headers remain usable
  private List<Finding> wholeFindings(Target target, List<TensorFile> closed) {
    CheckpointPart part = target.part(closed);
    boolean isQuantized = ConfigCheck.needsQuantization(part);
    if (values.isEmpty() && !isQuantized) {
      return ConfigCheck.of(part, Optional.empty(), Cancellation.NEVER).findings();
    }
    List<TensorFile> files = new ArrayList<>();
    try {
      for (Location location : target.files()) {
        files.add(TensorFile.open(location.path()));
      }
      return openFindings(part.with(files), isQuantized);
    } catch (FileChangedException e) {
      return List.of(ReadFailures.finding(e));
    } catch (IOException e) {
      return List.of();
    } finally {
      try {
        Checkpoint.closeAll(files);
      } catch (IOException e) {
        // The findings are complete.
      }
    }
  }

  private List<Finding> openFindings(CheckpointPart part, boolean isQuantized) throws IOException {
    Quantization quantization = Quantization.of(part, Cancellation.NEVER);
    ConfigReport config =
        ConfigCheck.of(
            part, isQuantized ? Optional.of(quantization) : Optional.empty(), Cancellation.NEVER);
    if (values.isEmpty()) {
      return config.findings();
    }
    List<Finding> ofWeights =
        quantization.examined(Cancellation.NEVER, Progress.NONE).allFindings();
    List<Finding> findings =
        new ArrayList<>(
            ConfigReport.merge(ofWeights, List.of(config.withHead(Cancellation.NEVER))));
    findings.addAll(LayerFindings.of(part.files(), Cancellation.NEVER));
    return findings;
  }

  private Report checkFile(Location location, Consumer<TensorFile> onOpen) {
    try (OpenedFile opened = opener.open(location)) {
      onOpen.accept(opened.file());
      Report report = opened.report().with(PrivateData.findings(opened.file().header().metadata()));
      return values
          .map(scan -> report.with(findings(opened.file(), scan, progress)))
          .orElse(report);
    } catch (IOException e) {
      return opener.unreadable(location, e);
    }
  }

  static List<Finding> findings(TensorFile file, HealthScan scan, ReadingProgress progress) {
    List<TensorData> tensors =
        file.header().tensors().stream().flatMap(info -> file.data(info).stream()).toList();
    List<Finding> findings = new ArrayList<>();
    try {
      new OrderedScan<>(scan.map(HealthFindings::of), Integer.MAX_VALUE, Long.MAX_VALUE)
          .run(
              tensors,
              (_, results) -> findings.addAll(results),
              () -> {},
              progress.ofFile(file.path(), OrderedScan.byteCount(tensors)));
      findings.addAll(PositionIds.findings(List.of(file)));
      if (file.foreign().isPresent()) {
        findings.addAll(
            file.foreign().get().dataCheck().findings(Cancellation.NEVER, Progress.NONE));
      }
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
    }
    return findings;
  }

  private List<Report> checkSet(Target target, Consumer<TensorFile> onOpen) {
    ShardSet set = target.set().get();
    List<Finding> findings = new ArrayList<>(set.findings());
    List<Report> reports = new ArrayList<>();
    List<Shard> shards = new ArrayList<>();
    Consumer<TensorFile> collecting = file -> shards.add(Shard.of(file));
    boolean isRefused = set.isRefused();
    for (Location location : target.files()) {
      Report shard = checkFile(location, collecting.andThen(onOpen));
      reports.add(shard);
      if (shard.verdict() != LoadVerdict.OK) {
        isRefused = true;
        String name = location.path().getFileName().toString();
        findings.add(Checkpoint.shardRefused(name, shard.error(), shard.findings()));
      }
    }
    IndexDoctor.examine(set.index(), shards, target.location().path(), Cancellation.NEVER)
        .forEach(each -> findings.add(each.finding()));
    LoadVerdict verdict = isRefused ? LoadVerdict.REFUSED : LoadVerdict.OK;
    OptionalLong count = tensorCount(set, reports);
    reports.addFirst(
        Report.withoutHeader(
            target.location(), target.report().get().kind(), verdict, count, findings));
    return reports;
  }

  /// Returns the number of tensors in the set, using the index for missing and unreadable shards,
  /// or empty if the index is unusable.
  private static OptionalLong tensorCount(ShardSet set, List<Report> shards) {
    if (set.hasIndex() && set.index().isEmpty()) {
      return OptionalLong.empty();
    }
    Map<String, Integer> named = new HashMap<>();
    set.index().ifPresent(index -> named.putAll(index.tensorCounts()));
    Map<String, Integer> unread = new HashMap<>(named);
    long count = 0;
    for (Report shard : shards) {
      String name = shard.location().path().getFileName().toString();
      if (shard.tensorCount().isPresent()) {
        count += shard.tensorCount().getAsLong();
        unread.remove(name);
      } else if (!named.containsKey(name)) {
        return OptionalLong.empty();
      }
    }
    return OptionalLong.of(count + unread.values().stream().mapToLong(each -> each).sum());
  }
}
