package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.IndexDoctor.ShardFinding;
import io.github.tensorloupe.integrity.doctor.Shard;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Creates the reports of `check`, which also contain the verdicts of `info --summary`.
///
/// @param values checks the values of tensors; empty if only headers are read
record Checker(FileOpener opener, Optional<ValueCheck> values) {

  /// Returns the reports on a target. A set has its own report, followed by one per shard.
  ///
  /// @param onOpen receives each file while it is open
  List<Report> check(Target target, Consumer<TensorFile> onOpen) {
    List<Report> reports =
        switch (target) {
          case Target.SingleFile(var location) -> List.of(checkFile(location, onOpen));
          case Target.ShardedSet set -> checkSet(set, onOpen);
          case Target.Unusable(var report) -> List.of(report);
        };
    return values.isEmpty() || target.files().isEmpty()
        ? reports
        : withQuantization(reports, values.get().quantizationFindings(target));
  }

  /// Adds findings on quantized weights to the whole set, because scales can be in other shards.
  private static List<Report> withQuantization(List<Report> reports, List<Finding> findings) {
    List<Report> all = new ArrayList<>(reports);
    all.set(0, reports.getFirst().with(findings));
    return all;
  }

  private Report checkFile(Location location, Consumer<TensorFile> onOpen) {
    try (OpenedFile opened = opener.open(location)) {
      onOpen.accept(opened.file());
      Report report = opened.report();
      return values.map(check -> report.with(check.findings(opened.file()))).orElse(report);
    } catch (IOException e) {
      return opener.unreadable(location, e);
    }
  }

  private List<Report> checkSet(Target.ShardedSet target, Consumer<TensorFile> onOpen) {
    List<Finding> findings = new ArrayList<>(target.set().findings());
    List<Report> reports = new ArrayList<>();
    List<Shard> shards = new ArrayList<>();
    Consumer<TensorFile> collecting = file -> shards.add(Shard.of(file));
    boolean refused = target.set().isRefused();
    for (Location location : target.files()) {
      Report shard = checkFile(location, collecting.andThen(onOpen));
      reports.add(shard);
      if (shard.verdict() != LoadVerdict.OK) {
        refused = true;
        String name = location.path().getFileName().toString();
        findings.add(Checkpoint.shardRefused(name, shard.error(), shard.findings()));
      }
    }
    findings.addAll(doctorFindings(target, shards));
    LoadVerdict verdict = refused ? LoadVerdict.REFUSED : LoadVerdict.OK;
    OptionalLong count = tensorCount(target.set(), reports);
    reports.addFirst(
        Report.withoutHeader(target.location(), target.kind(), verdict, count, findings));
    return reports;
  }

  /// Returns the number of tensors in the set, using the index for missing and unreadable shards.
  /// It is empty if the index is unusable.
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

  private static List<Finding> doctorFindings(Target.ShardedSet target, List<Shard> shards) {
    return IndexDoctor.examine(
            target.set().index(), shards, target.location().path(), Cancellation.NEVER)
        .stream()
        .map(ShardFinding::finding)
        .toList();
  }
}
