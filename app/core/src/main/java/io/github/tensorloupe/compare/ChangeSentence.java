package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.text.Sentence;

/// A short summary of the changes between two checkpoints.
public record ChangeSentence(Sentence sentence) {

  private static final int MAX_RANGES = 3;

  public static ChangeSentence of(Comparison comparison, Totals totals) {
    if (comparison.a().isUnreadable()) {
      return new ChangeSentence(Sentence.of("A cannot be read."));
    } else if (comparison.b().isUnreadable()) {
      return new ChangeSentence(Sentence.of("B cannot be read."));
    }
    List<Object> clauses = new ArrayList<>();
    add(totals.count(Change.REMOVED), "{0} {0#tensor|tensors} removed", clauses);
    add(totals.count(Change.ADDED), "{0} {0#tensor|tensors} added", clauses);
    add(totals.renamed(), "{0} {0#tensor|tensors} renamed", clauses);
    add(totals.count(Change.SHAPE), "{0} {0#tensor|tensors} of another shape", clauses);
    add(
        totals.reshaped(),
        "{0} {0#tensor has|tensors have} the same bytes in another shape",
        clauses);
    add(totals.count(Change.DTYPE), "{0} {0#tensor|tensors} of another dtype", clauses);
    if (clauses.isEmpty()) {
      clauses.add(Sentence.of("Same structure"));
    }
    addValues(comparison, totals, clauses);
    if (totals.metadataChanges() > 0) {
      clauses.add(Sentence.of("metadata: {0} {0#key|keys}", totals.metadataChanges()));
    } else if (totals.identical().orElse(false)) {
      clauses.add(Sentence.of("same metadata"));
    }
    return new ChangeSentence(Sentence.of("{0}.", Sentence.joined("; ", clauses)));
  }

  private static void add(long count, String key, List<Object> clauses) {
    if (count > 0) {
      clauses.add(Sentence.of(key, count));
    }
  }

  private static void addValues(Comparison comparison, Totals totals, List<Object> clauses) {
    long differ = totals.count(Change.VALUES);
    long comparable = totals.count(Change.EQUAL, Change.VALUES);
    if (differ > 0) {
      Sentence values = Sentence.of("{0} of {1} tensors {0#differs|differ}", differ, comparable);
      clauses.add(
          layers(comparison)
              .map(layers -> Sentence.of("{0}, all of them in layers {1}", values, layers))
              .orElse(values));
    } else if (totals.pending() == 0) {
      boolean isAll = comparable == totals.pairCount() && comparable > 1;
      add(
          comparable,
          isAll ? "all {0} tensors are equal" : "{0} {0#tensor is|tensors are} equal",
          clauses);
    }
    add(
        totals.count(Change.SAME_HEADER),
        "the values of {0} {0#tensor|tensors} were not compared",
        clauses);
    add(totals.count(Change.UNREADABLE), "{0} {0#tensor|tensors} cannot be read", clauses);
    add(totals.pending(), "{0} {0#tensor|tensors} not compared yet", clauses);
  }

  /// Describes the layers with differences, or returns empty unless the differences are limited to
  /// some layers of a single stack.
  private static Optional<Sentence> layers(Comparison comparison) {
    BitSet changed = new BitSet();
    BitSet others = new BitSet();
    Set<String> stacks = new HashSet<>();
    for (int i = 0; i < comparison.pairs().size(); i++) {
      Optional<Change> change = comparison.change(i);
      if (change.isEmpty()) {
        continue;
      }
      Optional<LayerRole> role = LayerRole.of(comparison.pairs().get(i).name());
      if (change.get() != Change.VALUES) {
        role.ifPresent(each -> others.set(each.layer()));
      } else if (role.isEmpty()) {
        return Optional.empty();
      } else {
        stacks.add(role.get().stack());
        changed.set(role.get().layer());
      }
    }
    others.andNot(changed);
    if (stacks.size() != 1 || changed.cardinality() < 2 || others.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(Sentence.ranges(changed, Integer::toString))
        .filter(ranges -> ranges.size() <= MAX_RANGES)
        .map(ranges -> Sentence.joined(", ", ranges));
  }
}
