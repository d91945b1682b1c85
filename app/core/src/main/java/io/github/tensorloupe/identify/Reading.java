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

    /// A dimension.
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
      return isCount ? count(groups) : axis(groups).stream().toList();
    }

    private List<Result> count(List<NameGroup> groups) {
      Map<String, List<NameGroup>> places = new LinkedHashMap<>();
      for (NameGroup group : groups) {
        String before = name.beforeNumber(group.nameShape(), place);
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
              results.add(
                  new Result(
                      indexes.cardinality(),
                      List.of(there.getFirst().evidence()),
                      before,
                      indexes));
            }
          });
      return results;
    }

    private Optional<Result> axis(List<NameGroup> groups) {
      return groups.stream()
          .flatMap(group -> group.members().stream())
          .filter(this::isReadable)
          .findFirst()
          .map(
              alike ->
                  new Result(alike.shape().dimension(place) * factor, List.of(alike.evidence())));
    }

    /// Packed tensors have other dimensions than what is in them.
    private boolean isReadable(Alike alike) {
      return alike.dtype().kind() == Dtype.Kind.FLOAT
          && alike.dtype() != Dtype.F4
          && alike.shape().rank() > place
          && alike.shape().dimension(place) > 0
          && alike.shape().dimension(place) <= MAX_LENGTH;
    }
  }

  /// Reads alternatives joined by `or`.
  static List<Reading> parse(String text) {
    return Stream.of(text.split("\\s+or\\s+")).map(Reading::single).toList();
  }

  private static Reading single(String text) {
    String[] terms = text.split(" / ");
    return new Reading(
        Term.parse(terms[0]),
        terms.length > 1 ? Optional.of(Term.parse(terms[1])) : Optional.empty());
  }

  /// The results for a checkpoint; empty where it has no such tensors, or the division does not
  /// come out even.
  List<Result> read(Subject subject) {
    List<Result> whole = term.read(subject);
    if (whole.isEmpty() || divisor.isEmpty()) {
      return whole;
    }
    Result first = whole.getFirst();
    return divisor.get().read(subject).stream()
        .filter(by -> first.number() % by.number() == 0)
        .map(
            by ->
                new Result(
                    first.number() / by.number(),
                    Stream.concat(first.evidence().stream(), by.evidence().stream()).toList()))
        .toList();
  }
}
