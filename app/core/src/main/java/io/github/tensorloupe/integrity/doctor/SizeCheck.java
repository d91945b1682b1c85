package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.text.Sentence;

/// Holds the `total_size` of an index against the bytes of its tensors. Some writers count a tensor
/// once for each shard that has it; that is taken as right as well.
final class SizeCheck {

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
      findings.add(FindingCode.TOTAL_SIZE_WRONG, Optional.empty(), () -> sentence(expected, found));
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
    for (Map.Entry<String, List<Holder>> entry : placement.elsewhere().entrySet()) {
      for (Holder again : entry.getValue().subList(1, entry.getValue().size())) {
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
                        "; the difference is as large as {0}, which may be counted twice", tensor))
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
