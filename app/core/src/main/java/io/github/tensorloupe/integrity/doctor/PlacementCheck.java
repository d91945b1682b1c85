package io.github.tensorloupe.integrity.doctor;

import static io.github.tensorloupe.integrity.doctor.FindingList.enumerated;
import static io.github.tensorloupe.integrity.doctor.FindingList.quoted;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.ShardIndex;
import io.github.tensorloupe.integrity.doctor.ExaminedSet.SetOverview;
import io.github.tensorloupe.integrity.doctor.Placement.ShardTensor;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.text.Sentence;

/// Tells of tensors that are not where the index puts them, and only there.
final class PlacementCheck {

  private final SetOverview overview;
  private final Placement placement;
  private final boolean hasIndex;
  private final Map<String, ShardTensor> inStrays = new LinkedHashMap<>();
  private final FindingList findings;

  PlacementCheck(ExaminedSet set, SetOverview overview, Placement placement, FindingList findings) {
    this.overview = overview;
    this.placement = placement;
    this.hasIndex = set.index().isPresent();
    this.findings = findings;
    for (Shard stray : set.strays()) {
      stray.header().stream()
          .flatMap(header -> header.tensors().stream())
          .forEach(info -> inStrays.putIfAbsent(info.name(), new ShardTensor(stray, info)));
    }
  }

  void run() {
    placement.elsewhere().forEach(this::tellOfHolders);
    placement.absent().forEach(this::tellOfAbsent);
    if (hasIndex) {
      placement.unindexed().forEach(this::tellOfUnindexed);
      inStrays.forEach(this::tellOfStray);
    }
  }

  private void tellOfHolders(String name, List<ShardTensor> holders) {
    if (holders.size() > 1) {
      tellOfSeveral(name, holders);
    } else {
      tellOfOther(name, holders.getFirst());
    }
  }

  private void tellOfOther(String name, ShardTensor holder) {
    findings.add(
        FindingCode.TENSOR_IN_OTHER_SHARD,
        Optional.of(holder.shard().name()),
        name,
        () ->
            Sentence.of(
                "The index puts {0} into {1}{2}, but it is in {3}: write a correct index.",
                quoted(name),
                DisplayText.of(placement.indexed(name)),
                whyNot(placement.indexed(name)),
                DisplayText.of(holder.shard().name())));
  }

  /// Why a tensor cannot be in the shard that the index names; empty where it could.
  private Sentence whyNot(String shard) {
    if (placement.isThere(shard)) {
      return Sentence.of("");
    }
    return ShardIndex.isSafeShardName(shard)
        ? Sentence.of(", which does not exist or cannot be read")
        : Sentence.of(", which is not a file in this folder");
  }

  private void tellOfSeveral(String name, List<ShardTensor> holders) {
    ShardTensor first = holders.getFirst();
    Optional<ShardTensor> other =
        holders.stream().filter(holder -> !isExpectedForm(first, holder)).findFirst();
    if (!overview.isDistributed()) {
      findings.add(
          FindingCode.TENSOR_IN_TWO_SHARDS,
          Optional.of(holders.getLast().shard().name()),
          name,
          () -> several(name, holders));
    }
    other.ifPresent(
        holder ->
            findings.add(
                FindingCode.DTYPES_DISAGREE,
                Optional.of(holder.shard().name()),
                name,
                () -> otherForm(name, first, holder)));
  }

  /// Of a distributed checkpoint each shard has its piece of a tensor.
  private boolean isExpectedForm(ShardTensor first, ShardTensor other) {
    return overview.isDistributed()
        ? first.info().dtype() == other.info().dtype()
        : first.isLike(other);
  }

  private Sentence several(String name, List<ShardTensor> holders) {
    List<String> shards =
        holders.stream()
            .map(holder -> holder.shard().name())
            .sorted(NaturalOrder.INSTANCE)
            .toList();
    ShardTensor first = holders.getFirst();
    Sentence indexed =
        placement.isNamed(first)
            ? Sentence.of("the index names {0}", DisplayText.of(first.shard().name()))
            : hasIndex
                ? Sentence.of("the index names none of them")
                : Sentence.of("there is no index to choose");
    return Sentence.of(
        "{0} is in {1}; {2}. Which one a loader uses is undefined: keep it in one shard only.",
        quoted(name), enumerated(shards), indexed);
  }

  private static Sentence otherForm(String name, ShardTensor first, ShardTensor other) {
    return Sentence.of(
        "{0} is {1} in {2}, but {3} in {4}: find out which one is meant.",
        quoted(name),
        first.form(),
        DisplayText.of(first.shard().name()),
        other.form(),
        DisplayText.of(other.shard().name()));
  }

  private void tellOfAbsent(String name, String shard) {
    if (placement.elsewhere().containsKey(name)) {
      return;
    }
    if (inStrays.containsKey(name)) {
      tellOfOther(name, inStrays.get(name));
      return;
    }
    Sentence where =
        !overview.strays().isEmpty()
            ? Sentence.of("no shard that the index names")
            : overview.isComplete()
                ? Sentence.of("no shard")
                : Sentence.of("no existing shard that loads");
    findings.add(
        FindingCode.TENSOR_NOT_IN_SHARD,
        Optional.of(shard),
        name,
        () ->
            Sentence.of(
                "The index puts {0} into {1}, but {2} has it: get that shard again, or write a"
                    + " correct index if the tensor is not meant to be there.",
                quoted(name), DisplayText.of(shard), where));
  }

  /// Of a tensor that the index puts elsewhere it is told there, if it is not there.
  private void tellOfStray(String name, ShardTensor holder) {
    if (placement.indexed(name) == null && !placement.unindexed().containsKey(name)) {
      tellOfUnindexed(name, holder);
    }
  }

  private void tellOfUnindexed(String name, ShardTensor holder) {
    findings.add(
        FindingCode.TENSOR_NOT_IN_INDEX,
        Optional.of(holder.shard().name()),
        name,
        () ->
            Sentence.of(
                "{0} is in {1}, but the index does not name it, and loaders that use the index skip"
                    + " it: write a correct index.",
                quoted(name), DisplayText.of(holder.shard().name())));
  }
}
