package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// One sentence about what changed between two checkpoints.
public record ChangeSentence(Sentence sentence) {

  /// More ranges of layers tell nobody more.
  private static final int MOST_RANGES = 3;

  public static ChangeSentence of(Comparison comparison, Totals totals) {
    if (isUnreadable(comparison.a()) || isUnreadable(comparison.b())) {
      return new ChangeSentence(
          isUnreadable(comparison.a())
              ? Sentence.of("A cannot be read.")
              : Sentence.of("B cannot be read."));
    }
    List<Object> clauses = new ArrayList<>();
    addStructure(totals, clauses);
    addValues(comparison, totals, clauses);
    if (totals.metadataChanges() > 0) {
      clauses.add(Sentence.of("metadata: {0} {0#key|keys}", totals.metadataChanges()));
    } else if (totals.identical().orElse(false)) {
      clauses.add(Sentence.of("same metadata"));
    }
    return new ChangeSentence(Sentence.of("{0}.", Sentence.joined("; ", clauses)));
  }

  private static boolean isUnreadable(Side side) {
    return side.tensors().isEmpty() && !side.refusals().isEmpty();
  }

  private static void addStructure(Totals totals, List<Object> clauses) {
    if (totals.added() + totals.removed() + totals.shape() + totals.dtype() + totals.renamed()
        == 0) {
      clauses.add(Sentence.of("Same structure"));
      return;
    }
    add(totals.removed(), "{0} {0#tensor|tensors} removed", clauses);
    add(totals.added(), "{0} {0#tensor|tensors} added", clauses);
    add(totals.renamed(), "{0} {0#tensor|tensors} renamed", clauses);
    add(totals.shape(), "{0} {0#tensor|tensors} of another shape", clauses);
    add(totals.dtype(), "{0} {0#tensor|tensors} of another dtype", clauses);
  }

  private static void add(long count, String key, List<Object> clauses) {
    if (count > 0) {
      clauses.add(Sentence.of(key, count));
    }
  }

  private static void addValues(Comparison comparison, Totals totals, List<Object> clauses) {
    long comparable = totals.equal() + totals.values();
    if (totals.values() > 0) {
      Sentence differ =
          Sentence.of("{0} of {1} tensors {0#differs|differ}", totals.values(), comparable);
      clauses.add(
          layers(comparison)
              .map(layers -> Sentence.of("{0}, all of them in layers {1}", differ, layers))
              .orElse(differ));
    } else if (comparable > 0 && totals.pending() == 0) {
      clauses.add(
          comparable == totals.all()
              ? Sentence.of("all {0} tensors are equal", comparable)
              : Sentence.of("{0} {0#tensor is|tensors are} equal", comparable));
    }
    add(totals.sameHeader(), "the values of {0} {0#tensor|tensors} were not compared", clauses);
    add(totals.unreadable(), "{0} {0#tensor|tensors} cannot be read", clauses);
    add(totals.pending(), "{0} {0#tensor|tensors} not compared yet", clauses);
  }

  /// The layers in which tensors differ, where these are some of one stack and nothing else does.
  private static Optional<Sentence> layers(Comparison comparison) {
    BitSet changed = new BitSet();
    BitSet others = new BitSet();
    Set<String> stacks = new HashSet<>();
    for (int i = 0; i < comparison.pairs().size(); i++) {
      PairResult result = comparison.results().get(i);
      if (result == null) {
        continue;
      }
      Optional<LayerRole> role = LayerRole.of(comparison.pairs().get(i).name());
      if (result.change() == Change.VALUES) {
        if (role.isEmpty()) {
          return Optional.empty();
        }
        stacks.add(role.get().stack());
        changed.set(role.get().layer());
      } else {
        role.ifPresent(each -> others.set(each.layer()));
      }
    }
    others.andNot(changed);
    if (stacks.size() != 1 || changed.cardinality() < 2 || others.isEmpty()) {
      return Optional.empty();
    }
    List<Object> ranges = Sentence.ranges(changed, layer -> DisplayText.of("" + layer));
    return ranges.size() > MOST_RANGES
        ? Optional.empty()
        : Optional.of(Sentence.joined(", ", ranges));
  }
}
