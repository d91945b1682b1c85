package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.NameGroup.Alike;

/// A size that can be read off: a dimension of a tensor, how many numbers a part of the names
/// counts, or one of these divided by another.
///
/// @param divisor by which it is divided without remainder, where it is
record Reading(Term term, Optional<Term> divisor) {

  /// A number read off, with the tensors that it was read off.
  ///
  /// @param place the part of the names before the numbers that were counted; empty where it is a
  ///   dimension
  /// @param indexes the numbers that were counted; empty where it is a dimension
  record Result(long number, List<Evidence> evidence, String place, BitSet indexes) {

    Result(long number, List<Evidence> evidence) {
      this(number, evidence, "", new BitSet());
    }

    /// True if nothing is left out: what is counted has the numbers from 0 on.
    boolean isWhole() {
      return indexes.cardinality() == indexes.length();
    }
  }

  /// One thing to read: `name@0` is the length of axis 0, `name@#0` how many different numbers
  /// stand for the first `#`, `name@0*2` twice the length.
  ///
  /// @param place the axis, or which `#`
  record Term(NamePattern name, boolean isCount, int place, long factor) {

    /// No dimension of a real tensor is larger, and no product with it leaves 64 bits.
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

    /// One result, or where numbers are counted one for each place where they stand.
    List<Result> read(Subject subject) {
      List<NameGroup> groups = name.in(subject.names());
      return isCount ? count(groups) : axis(groups);
    }

    private List<Result> count(List<NameGroup> groups) {
      Map<String, List<NameGroup>> places = new LinkedHashMap<>();
      for (NameGroup group : groups) {
        String before = name.beforeNumber(group.nameShape, place);
        // Stacks within stacks have no number of layers.
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

    /// Packed tensors have other dimensions than their values.
    private List<Result> axis(List<NameGroup> groups) {
      for (NameGroup group : groups) {
        for (Alike alike : group.members()) {
          boolean isPacked = alike.dtype().kind() != Dtype.Kind.FLOAT || alike.dtype() == Dtype.F4;
          if (!isPacked && alike.shape().rank() > place) {
            long length = alike.shape().dimension(place);
            if (length > 0 && length <= MAX_LENGTH) {
              return List.of(new Result(length * factor, List.of(alike.evidence())));
            }
          }
        }
      }
      return List.of();
    }
  }

  static List<Reading> parse(String text) {
    return Stream.of(text.split("\\s+or\\s+"))
        .map(alternative -> Stream.of(alternative.split(" / ")).map(Term::parse).toList())
        .map(terms -> new Reading(terms.getFirst(), terms.stream().skip(1).findFirst()))
        .toList();
  }

  /// The results for a checkpoint; empty where it has no such tensors, or the division does not
  /// come out even.
  List<Result> read(Subject subject) {
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
