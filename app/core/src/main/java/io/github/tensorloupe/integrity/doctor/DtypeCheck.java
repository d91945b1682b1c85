package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;

/// Tells of shards whose floating-point numbers all have another dtype than those of the others:
/// such a shard is from another save. Nothing is told of sets in which dtypes are mixed within a
/// shard, or that are quantised: there, which shard has which dtypes is chance.
final class DtypeCheck {

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
          dtype -> shardsByDtype.computeIfAbsent(dtype, _ -> new ArrayList<>()).add(shard.name()));
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
                "All floating-point tensors of {0} are {1}, those of {2} are {3}: the shard may be"
                    + " from another save; get it again from where the others came from.",
                DisplayText.of(shard),
                dtype,
                FindingList.enumerated(shardsByDtype.get(usual)),
                usual));
  }
}
