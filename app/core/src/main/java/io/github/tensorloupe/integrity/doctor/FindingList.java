package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.integrity.doctor.IndexDoctor.ShardFinding;
import io.github.tensorloupe.text.Sentence;

/// Findings, up to [#LIMIT] per code. Further findings are only counted.
final class FindingList {

  static final int LIMIT = 200;

  private static final int NAMED_SHARDS = 3;

  private final Map<FindingCode, List<ShardFinding>> listedByCode =
      new EnumMap<>(FindingCode.class);
  private final Map<FindingCode, Integer> counts = new EnumMap<>(FindingCode.class);

  void add(FindingCode code, Optional<String> shard, Sentence sentence) {
    add(code, shard, null, () -> sentence);
  }

  /// Adds a finding. Creates the sentence only if the limit is not reached.
  ///
  /// @param shard empty for a finding about several shards
  /// @param tensor null for a finding about several tensors
  void add(FindingCode code, Optional<String> shard, String tensor, Supplier<Sentence> sentence) {
    if (counts.merge(code, 1, Integer::sum) <= LIMIT) {
      Finding finding =
          new Finding(code, sentence.get(), Optional.ofNullable(tensor), Optional.empty());
      List<ShardFinding> listed = listedByCode.computeIfAbsent(code, _ -> new ArrayList<>());
      listed.add(new ShardFinding(shard, finding));
    }
  }

  List<ShardFinding> list() {
    List<ShardFinding> all = new ArrayList<>();
    listedByCode.forEach(
        (code, findings) -> {
          all.addAll(findings);
          int rest = counts.get(code) - findings.size();
          if (rest > 0) {
            Sentence sentence = Sentence.of("{0} more findings of this kind are not listed.", rest);
            all.add(new ShardFinding(Optional.empty(), Finding.ofOmitted(code, sentence, rest)));
          }
        });
    return all;
  }

  static Sentence quoted(String tensor) {
    return Sentence.of("\"{0}\"", DisplayText.of(tensor));
  }

  /// Returns the first few names and the number of the others, as a sentence fragment.
  static Sentence enumerated(Collection<String> shards) {
    List<String> shown = shards.stream().limit(NAMED_SHARDS).map(DisplayText::of).toList();
    int restCount = shards.size() - shown.size();
    if (restCount > 0) {
      return Sentence.of(
          "{0} and {1} {1#other shard|other shards}", Sentence.joined(", ", shown), restCount);
    }
    return shown.size() < 2
        ? Sentence.joined("", shown)
        : Sentence.of(
            "{0} and {1}",
            Sentence.joined(", ", shown.subList(0, shown.size() - 1)), shown.getLast());
  }
}
