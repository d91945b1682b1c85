package io.github.tensorloupe.cli;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
    try (OpenedFile opened = opener.open(location)) {
      Report report = opened.report();
      return values.map(check -> report.with(check.findings(opened.file()))).orElse(report);
    } catch (IOException e) {
      return opener.unreadable(location, e);
    }
  }

  private List<Report> checkSet(Target.ShardedSet target) {
    List<Finding> findings = new ArrayList<>(target.set().findings());
    List<Report> reports = new ArrayList<>();
    boolean refused = target.set().isRefused();
    long tensorCount = 0;
    for (Location location : target.shards()) {
      Report shard = checkFile(location);
      reports.add(shard);
      tensorCount += shard.tensorCount().orElse(0);
      if (shard.verdict() != Verdict.OK) {
        refused = true;
        findings.add(shardRefused(shard));
      }
    }
    boolean usable = target.set().index().isPresent();
    reports.addFirst(
        new Report(
            target.location(),
            target.kind(),
            refused ? Verdict.REFUSED : Verdict.OK,
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            usable ? OptionalLong.of(tensorCount) : OptionalLong.empty(),
            findings));
    return reports;
  }

  private static Finding shardRefused(Report shard) {
    String name = DisplayText.of(shard.location().path().getFileName().toString());
    String sentence =
        shard
            .error()
            .map(LoadError::variant)
            .map(variant -> "The shard %s is refused: %s.".formatted(name, variant))
            .orElse("The shard %s cannot be read.".formatted(name));
    return Finding.of(FindingCode.SHARD_REFUSED, sentence);
  }
}
