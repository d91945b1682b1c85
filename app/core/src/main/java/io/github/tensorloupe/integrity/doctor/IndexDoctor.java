package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Holds what an index says against what the headers of the shards say.
///
/// What can be seen from the index and the folder alone is not told here: shards that are missing,
/// gaps in their numbers, unsafe names, an index that is unusable or empty.
public final class IndexDoctor {

  private final ExaminedSet set;
  private final SetOverview overview;
  private final FindingList findings = new FindingList();

  private IndexDoctor(ExaminedSet set) {
    this.set = set;
    this.overview = SetOverview.of(set);
  }

  /// Examines a set. Opens no files; takes time in proportion to the number of tensors, and memory
  /// in proportion to the number of those that are not in order.
  ///
  /// @param cancellation asked before each shard
  /// @return of each kind the first few hundred, and how many more there are
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static List<ShardFinding> examine(ExaminedSet set, Cancellation cancellation) {
    return new IndexDoctor(set).examine(cancellation);
  }

  /// Examines a part of an open checkpoint, after a look at the names of the files beside it and at
  /// the headers of those that the index should name, by their names.
  ///
  /// @return nothing for a lone file
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static List<ShardFinding> examine(CheckpointPart part, Cancellation cancellation) {
    return ExaminedSet.of(part, FilesBeside.of(part.path()))
        .map(set -> set.withStraysRead(part.path(), cancellation))
        .map(set -> examine(set, cancellation))
        .orElse(List.of());
  }

  private List<ShardFinding> examine(Cancellation cancellation) {
    Placement placement = new Placement(set, overview, cancellation);
    new PlacementCheck(set, overview, placement, findings).run();
    cancellation.check();
    if (!overview.isDistributed()) {
      // An index can name one of the files of a tensor only, and so says little of the others.
      new SizeCheck(set, overview, placement, findings).run();
      tellOfStrays();
    }
    DtypeCheck.run(set, findings);
    MetadataCheck.run(set, findings, cancellation);
    if (overview.isDistributed()) {
      tellOfDistribution(placement);
    }
    return findings.list();
  }

  private void tellOfStrays() {
    Set<Integer> counts = new HashSet<>();
    overview.tensorCounts().keySet().stream()
        .flatMap(name -> ShardName.of(name).stream())
        .forEach(name -> counts.add(name.count()));
    for (String stray : overview.strays()) {
      findings.add(
          FindingCode.SHARD_NOT_IN_INDEX, Optional.of(stray), () -> strayText(stray, counts));
    }
  }

  private static Sentence strayText(String stray, Set<Integer> counts) {
    int count = ShardName.of(stray).orElseThrow().count();
    return counts.contains(count)
        ? Sentence.of(
            "{0} is named like a shard of this set, but the index does not name it: write a"
                + " correct index if it belongs to the set, else delete it or move it away.",
            DisplayText.of(stray))
        : Sentence.of(
            "{0} is numbered as one of {1} shards, which this set has not: it seems to be left"
                + " over from another save; delete it or move it away.",
            DisplayText.of(stray), count);
  }

  private void tellOfDistribution(Placement placement) {
    long several =
        placement.elsewhere().values().stream().filter(holders -> holders.size() > 1).count();
    findings.add(
        FindingCode.DISTRIBUTED_CHECKPOINT,
        Optional.empty(),
        () ->
            Sentence.of(
                "This is a distributed checkpoint of PyTorch: each process saved its share, and"
                    + " {0} {0#tensor is|tensors are} in more than one file, which is as it should"
                    + " be. Other loaders need it consolidated into whole tensors first.",
                several));
  }
}
