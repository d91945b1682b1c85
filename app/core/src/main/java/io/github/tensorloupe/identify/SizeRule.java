package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Condition.ShapePattern;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;

/// A rule for determining a size: a dimension of a tensor, the number of distinct numbers in names,
/// or the quotient of two such values.
///
/// @param divisor the divisor, if any; the rule applies only if the division has no remainder
record SizeRule(Term term, Optional<Term> divisor) {

  /// @param place the prefix of the names before the counted numbers; empty for a dimension
  /// @param indexes the counted numbers; empty for a dimension
  record Result(long number, List<Evidence> evidence, String place, BitSet indexes) {

    Result(long number, List<Evidence> evidence) {
      this(number, evidence, "", new BitSet());
    }

    boolean isContiguous() {
      return indexes.cardinality() == indexes.length();
    }
  }

  /// A term of a rule: `name@0` is the length of axis 0, `name [*,n,n]@0` the same of tensors with
  /// this shape, `name@#0` is the number of distinct numbers at the first `#`, and `name@0*2` is
  /// twice the length of axis 0.
  ///
  /// @param place the axis, or the index of the `#`
  /// @param shape the required shape of a dimension's tensor, if any
  record Term(
      NamePattern name, Optional<ShapePattern> shape, boolean isCount, int place, long factor) {

    /// More than in real tensors, but small enough that products do not overflow.
    private static final long MAX_LENGTH = 1L << 40;

    static Term parse(String text) {
      int at = text.lastIndexOf('@');
      String[] words = text.substring(0, at).strip().split(" ", 2);
      NamePattern name = new NamePattern(words[0]);
      Optional<ShapePattern> shape = Stream.of(words).skip(1).map(ShapePattern::parse).findFirst();
      String[] place = text.substring(at + 1).strip().split("\\*");
      boolean isCount = place[0].startsWith("#");
      int index = Integer.parseInt(isCount ? place[0].substring(1) : place[0]);
      return new Term(name, shape, isCount, index, place.length > 1 ? Long.parseLong(place[1]) : 1);
    }

    /// Returns at most one dimension, or one count per distinct prefix of the names.
    List<Result> read(RuleInput subject) {
      return isCount ? count(name.in(subject.names())) : axis(subject.members(name));
    }

    private List<Result> count(List<NameGroup> groups) {
      Map<String, List<NameGroup>> places = new LinkedHashMap<>();
      for (NameGroup group : groups) {
        String before = name.beforeNumber(group.nameShape, place);
        // Does not count layers in nested stacks.
        if (place > 0 || before.indexOf('#') < 0) {
          places.computeIfAbsent(before, _ -> new ArrayList<>()).add(group);
        }
      }
      List<Result> results = new ArrayList<>();
      for (Map.Entry<String, List<NameGroup>> entry : places.entrySet()) {
        int position = (int) entry.getKey().chars().filter(c -> c == '#').count();
        BitSet indexes = new BitSet();
        entry.getValue().forEach(group -> group.indexes(position).forEach(indexes::set));
        if (!indexes.isEmpty()) {
          List<Evidence> evidence = List.of(entry.getValue().getFirst().evidence());
          results.add(new Result(indexes.cardinality(), evidence, entry.getKey(), indexes));
        }
      }
      return results;
    }

    /// Ignores packed tensors, whose stored dimensions are not the logical dimensions.
    private List<Result> axis(List<SimilarMembers> members) {
      for (SimilarMembers subgroup : members) {
        Dtype dtype = subgroup.dtype();
        boolean isPacked =
            subgroup.blockType().isEmpty()
                && (dtype.kind() != Dtype.Kind.FLOAT || dtype == Dtype.F4);
        long length = subgroup.shape().rank() > place ? subgroup.shape().dimension(place) : 0;
        boolean fits = shape.isEmpty() || shape.get().matches(subgroup.shape());
        if (fits && !isPacked && length > 0 && length <= MAX_LENGTH) {
          return List.of(new Result(length * factor, List.of(subgroup.evidence())));
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
