package io.github.tensorloupe.cli;

import io.github.tensorloupe.identify.Identity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Prints what `info --summary` finds out.
interface SummaryPrinter {

  /// Prints one checkpoint, or something that is none.
  ///
  /// @param reports the same that `check` gives: on the file or set as a whole, then on each shard
  /// @param identity what it is; empty where no header could be read
  void print(List<Report> reports, Optional<Identity> identity);

  /// Those of the reports whose errors are worth telling: of a shard that is refused the set tells
  /// it.
  static List<Report> told(List<Report> reports) {
    return Stream.concat(
            reports.stream().limit(1),
            reports.stream().skip(1).filter(shard -> shard.verdict() == Verdict.OK))
        .toList();
  }
}
