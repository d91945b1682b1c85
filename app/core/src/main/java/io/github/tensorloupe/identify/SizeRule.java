package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;

/// A rule for reading a size: a dimension of a tensor, the number of distinct numbers in names, or
/// the quotient of two such values.
///
/// @param divisor the divisor of the term, if any; the division must have no remainder
record SizeRule(Term term, Optional<Term> divisor) {

  /// A size, with the tensors that it was read from.
  ///
  /// @param place the part of the names in front of the counted numbers; empty for a dimension
  /// @param indexes the counted numbers; empty for a dimension
  record Result(long number, List<Evidence> evidence, String place, BitSet indexes) {

    Result(long number, List<Evidence> evidence) {
      this(number, evidence, "", new BitSet());
    }

    /// Returns whether the counted numbers start at 0 and have no gaps.
    boolean isWhole() {
      return indexes.cardinality() == indexes.length();
    }
  }

  /// A single value: `name@0` is the length of axis 0, `name@#0` is the number of distinct numbers
  /// in place of the first `#`, and `name@0*2` is twice the length.
  ///
  /// @param place the axis, or the index of the `#`
  record Term(NamePattern name, boolean isCount, int place, long factor) {

    /// Exceeds the dimensions of real tensors, and is small enough to prevent overflow of products.
    private static final long MAX_LENGTH = 1L << 40;

    static Term parse(String text) {
      int at = text.lastIndexOf('@');
      String[] place = text.substring(at + 1).strip().split("\\*");
      boolean isCount = place[0].startsWith("#");
      return new Term(
          new NamePattern(text.substring(0, at).strip()),
          isCount,
          Integer.parseInt(isCount ? place[0].substring(1) : place[0]),
          place.length > 1 ? Long.parseLong(place[1]) : 1);
    }

    /// Returns at most one dimension, or one count for each different part of the names in front of
    /// the numbers.
    List<Result> read(RuleInput subject) {
      List<NameGroup> groups = name.in(subject.names());
      return isCount ? count(groups) : axis(groups);
    }

    private List<Result> count(List<NameGroup> groups) {
      Map<String, List<NameGroup>> places = new LinkedHashMap<>();
      for (NameGroup group : groups) {
        String before = name.beforeNumber(group.nameShape, place);
        // Layers in nested stacks are not counted.
        if (place > 0 || before.indexOf('#') < 0) {
          places.computeIfAbsent(before, _ -> new ArrayList<>()).add(group);
        }
      }
      List<Result> results = new ArrayList<>();
      places.forEach(
          (before, there) -> {
            int position = (int) before.chars().filter(c -> c == '#').count();
            BitSet indexes = new BitSet();
            there.forEach(group -> indexes.or(group.indexes(position)));
            if (!indexes.isEmpty()) {
              List<Evidence> evidence = List.of(there.getFirst().evidence());
              results.add(new Result(indexes.cardinality(), evidence, before, indexes));
            }
          });
      return results;
    }

    /// Reads the length of an axis. Ignores packed tensors, whose dimensions differ from the
    /// dimensions of their values.
    private List<Result> axis(List<NameGroup> groups) {
      for (NameGroup group : groups) {
        for (SimilarMembers subgroup : group.members()) {
          boolean isPacked =
              subgroup.dtype().kind() != Dtype.Kind.FLOAT || subgroup.dtype() == Dtype.F4;
          if (!isPacked && subgroup.shape().rank() > place) {
            long length = subgroup.shape().dimension(place);
            if (length > 0 && length <= MAX_LENGTH) {
              return List.of(new Result(length * factor, List.of(subgroup.evidence())));
            }
          }
        }
      }
      return List.of();
    }
  }

  static List<SizeRule> parse(String text) {
    return Stream.of(text.split("\\s+or\\s+"))
        .map(alternative -> Stream.of(alternative.split(" / ")).map(Term::parse).toList())
        .map(terms -> new SizeRule(terms.getFirst(), terms.stream().skip(1).findFirst()))
        .toList();
  }

  /// Returns the results for a checkpoint. Empty if it has no such tensors, or the division has a
  /// remainder.
  List<Result> read(RuleInput subject) {
    List<Result> whole = term.read(subject);
    if (whole.isEmpty() || divisor.isEmpty()) {
      return whole;
    }
    Result first = whole.getFirst();
    List<Result> quotients = new ArrayList<>();
    for (Result by : divisor.get().read(subject)) {
      if (first.number() % by.number() == 0) {
        List<Evidence> evidence = new ArrayList<>(first.evidence());
        evidence.addAll(by.evidence());
        quotients.add(new Result(first.number() / by.number(), evidence));
      }
    }
    return quotients;
  }
}
