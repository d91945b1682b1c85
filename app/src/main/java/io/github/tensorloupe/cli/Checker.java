package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.integrity.doctor.ExaminedSet;
import io.github.tensorloupe.integrity.doctor.FilesBeside;
import io.github.tensorloupe.integrity.doctor.IndexDoctor;
import io.github.tensorloupe.integrity.doctor.Shard;
import io.github.tensorloupe.integrity.doctor.ShardFinding;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Makes the reports of `check`.
final class Checker {

  private final FileOpener opener;
  private final Optional<ValueCheck> values;

  /// @param values looks at the tensors' bytes too, where that is asked for
  Checker(FileOpener opener, Optional<ValueCheck> values) {
    this.opener = opener;
    this.values = values;
  }

  /// The reports on a target: one, but of a set its own and then one per shard.
  List<Report> check(Target target) {
    return switch (target) {
      case Target.LoneFile(var location) -> List.of(checkFile(location));
      case Target.ShardedSet set -> checkSet(set);
      case Target.Dead(var report) -> List.of(report);
    };
  }

  private Report checkFile(Location location) {
    return checkFile(location, _ -> {});
  }

  /// @param whenOpen is given the file while it is open
  private Report checkFile(Location location, Consumer<TensorFile> whenOpen) {
    try (OpenedFile opened = opener.open(location)) {
      whenOpen.accept(opened.file());
      Report report = opened.report();
      return values.map(check -> report.with(check.findings(opened.file()))).orElse(report);
    } catch (IOException e) {
      return opener.unreadable(location, e);
    }
  }

  private List<Report> checkSet(Target.ShardedSet target) {
    List<Finding> findings = new ArrayList<>(target.set().findings());
    List<Report> reports = new ArrayList<>();
    List<Shard> shards = new ArrayList<>();
    boolean refused = target.set().isRefused();
    long tensorCount = 0;
    for (Location location : target.shards()) {
      Report shard = checkFile(location, file -> shards.add(Shard.of(file)));
      reports.add(shard);
      tensorCount += shard.tensorCount().orElse(0);
      if (shard.verdict() != Verdict.OK) {
        refused = true;
        findings.add(
            Checkpoint.shardRefused(
                shard.location().path().getFileName().toString(), shard.error(), shard.findings()));
      }
    }
    boolean usable = target.set().index().isPresent() || !target.set().hasIndex();
    reports.addFirst(
        new Report(
                target.location(),
                target.kind(),
                refused ? Verdict.REFUSED : Verdict.OK,
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                usable ? OptionalLong.of(tensorCount) : OptionalLong.empty(),
                findings)
            .with(doctorFindings(target, shards)));
    return reports;
  }

  /// What the headers of the shards say against the index.
  private static List<Finding> doctorFindings(Target.ShardedSet target, List<Shard> shards) {
    if (target.set().index().isEmpty() && shards.size() < 2) {
      return List.of();
    }
    ExaminedSet set =
        new ExaminedSet(target.set().index(), shards, FilesBeside.of(target.location().path()));
    ExaminedSet withStrays = set.withStraysRead(target.location().path(), Cancellation.NEVER);
    return IndexDoctor.examine(withStrays, Cancellation.NEVER).stream()
        .map(ShardFinding::finding)
        .toList();
  }
}
