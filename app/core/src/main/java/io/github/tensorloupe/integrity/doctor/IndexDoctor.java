package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.doctor.ExaminedSet.SetOverview;
import io.github.tensorloupe.integrity.doctor.Placement.ShardTensor;
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
    return ExaminedSet.of(part, FolderFiles.of(part.path()))
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
    ShardMetadataCheck.run(set, findings, cancellation);
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

  /// Tells of shards whose floating-point numbers all have another dtype than those of the others:
  /// such a shard is from another save. Nothing is told of sets in which dtypes are mixed within a
  /// shard, or that are quantized: there, which shard has which dtypes is chance.
  private static final class DtypeCheck {

    private static final Set<Dtype> PLAIN = EnumSet.of(Dtype.F16, Dtype.BF16, Dtype.F32, Dtype.F64);

    private final Map<Dtype, List<String>> shardsByDtype = new EnumMap<>(Dtype.class);
    private boolean isMixed;

    static void run(ExaminedSet set, FindingList findings) {
      DtypeCheck check = new DtypeCheck();
      set.shards().stream().filter(Shard::isIntact).forEach(check::sort);
      if (!check.isMixed && check.shardsByDtype.size() > 1) {
        check.tell(findings);
      }
    }

    private void sort(Shard shard) {
      Set<Dtype> floats = EnumSet.noneOf(Dtype.class);
      for (TensorInfo info : shard.header().orElseThrow().tensors()) {
        if (info.dtype().kind() == Dtype.Kind.FLOAT) {
          floats.add(info.dtype());
        }
      }
      if (floats.size() > 1 || !PLAIN.containsAll(floats)) {
        isMixed = true;
      } else {
        floats.forEach(
            dtype ->
                shardsByDtype.computeIfAbsent(dtype, _ -> new ArrayList<>()).add(shard.name()));
      }
    }

    private void tell(FindingList findings) {
      Dtype usual =
          shardsByDtype.entrySet().stream()
              .max(Comparator.comparingInt(entry -> entry.getValue().size()))
              .orElseThrow()
              .getKey();
      shardsByDtype.forEach(
          (dtype, shards) -> {
            if (dtype != usual) {
              shards.forEach(shard -> tell(shard, dtype, usual, findings));
            }
          });
    }

    private void tell(String shard, Dtype dtype, Dtype usual, FindingList findings) {
      findings.add(
          FindingCode.DTYPES_DISAGREE,
          Optional.of(shard),
          () ->
              Sentence.of(
                  "All floating-point tensors of {0} are {1}, those of {2} are {3}: the shard may"
                      + " be from another save; get it again from where the others came from.",
                  DisplayText.of(shard),
                  dtype,
                  FindingList.enumerated(shardsByDtype.get(usual)),
                  usual));
    }
  }

  /// Holds the `total_size` of an index against the bytes of its tensors. Some writers count a
  /// tensor once for each shard that has it; that is taken as right as well.
  private static final class SizeCheck {

    private final ExaminedSet set;
    private final SetOverview overview;
    private final Placement placement;
    private final FindingList findings;

    SizeCheck(ExaminedSet set, SetOverview overview, Placement placement, FindingList findings) {
      this.set = set;
      this.overview = overview;
      this.placement = placement;
      this.findings = findings;
    }

    /// Tells nothing where a shard is missing, refused or not named: nobody knows its bytes then.
    void run() {
      if (!overview.isComplete()
          || !overview.strays().isEmpty()
          || set.index().flatMap(SizeCheck::totalSize).isEmpty()) {
        return;
      }
      long found = set.index().flatMap(SizeCheck::totalSize).get();
      long expected = expected();
      if (found != expected
          && found != placement.namedByteCount()
          && found != placement.allByteCount()) {
        findings.add(
            FindingCode.TOTAL_SIZE_WRONG, Optional.empty(), () -> sentence(expected, found));
      }
    }

    private static Optional<Long> totalSize(ShardIndex index) {
      return index.totalSize().isPresent()
          ? Optional.of(index.totalSize().getAsLong())
          : Optional.empty();
    }

    /// The bytes of all tensors, each counted once.
    private long expected() {
      long twice = 0;
      for (Map.Entry<String, List<ShardTensor>> entry : placement.elsewhere().entrySet()) {
        for (ShardTensor again : entry.getValue().subList(1, entry.getValue().size())) {
          twice += again.info().byteCount();
        }
      }
      return placement.allByteCount() - twice;
    }

    private Sentence sentence(long expected, long found) {
      return Sentence.of(
          "The index gives a total_size of {0} bytes: expected {1}, which all tensors have"
              + " together{2}. Loaders do not depend on it; a correct index has it right.",
          found, expected, reason(expected, found));
    }

    private Sentence reason(long expected, long found) {
      long fileByteCount = set.shards().stream().mapToLong(Shard::fileLength).sum();
      if (found == fileByteCount) {
        return Sentence.of("; found is the length of the files with their headers");
      }
      return found > expected
          ? tensorOf(found - expected)
              .map(
                  tensor ->
                      Sentence.of(
                          "; the difference is as large as {0}, which may be counted twice",
                          tensor))
              .orElse(Sentence.of(""))
          : Sentence.of("");
    }

    /// The first tensor with this many bytes.
    private Optional<Sentence> tensorOf(long byteCount) {
      return set.shards().stream()
          .flatMap(shard -> shard.header().stream())
          .flatMap(header -> header.tensors().stream())
          .filter(info -> info.byteCount() == byteCount)
          .map(info -> FindingList.quoted(info.name()))
          .findFirst();
    }
  }
}
