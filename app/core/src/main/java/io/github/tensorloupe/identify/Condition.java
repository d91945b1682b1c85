package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.NameGroup.Alike;

/// A condition of a rule for a checkpoint.
@FunctionalInterface
interface Condition {

  /// The evidence that meets it: empty where nothing does, an empty list where something has to be
  /// absent and is.
  Optional<List<Evidence>> test(Subject subject);

  /// Reads the conditions of a rule: parts joined by `&`, all of which have to be met, each of them
  /// alternatives joined by `or`, of which the first that is met counts, each of these with a `!`
  /// in front where it has to be absent.
  static Condition parse(String text) {
    List<Condition> parts = Stream.of(text.split(" & ")).map(Condition::part).toList();
    return subject -> {
      List<Evidence> evidence = new ArrayList<>();
      for (Condition part : parts) {
        Optional<List<Evidence>> met = part.test(subject);
        if (met.isEmpty()) {
          return Optional.empty();
        }
        evidence.addAll(met.get());
      }
      return Optional.of(evidence);
    };
  }

  private static Condition part(String text) {
    List<Condition> alternatives =
        Stream.of(text.strip().split("\\s+or\\s+")).map(Condition::single).toList();
    return subject ->
        alternatives.stream().flatMap(each -> each.test(subject).stream()).findFirst();
  }

  private static Condition single(String text) {
    if (text.startsWith("!")) {
      Condition unwanted = single(text.substring(1));
      return subject ->
          unwanted.test(subject).isPresent() ? Optional.empty() : Optional.of(List.of());
    }
    return text.startsWith("@") ? entry(text.substring(1)) : tensor(text);
  }

  /// An entry is in the metadata: its key, or key and value in lower case, have these forms.
  private static Condition entry(String text) {
    int equals = text.indexOf('=');
    String key = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? "*" : text.substring(equals + 1);
    return subject -> subject.entry(key, value).map(List::<Evidence>of);
  }

  /// A tensor is there, with a shape where one stands behind its name.
  private static Condition tensor(String text) {
    String[] words = text.split(" ", 2);
    NamePattern name = new NamePattern(words[0]);
    Optional<ShapePattern> shape =
        words.length < 2 ? Optional.empty() : Optional.of(ShapePattern.parse(words[1].strip()));
    return subject ->
        name.in(subject.names()).stream()
            .flatMap(group -> tensorIn(group, shape, subject).stream())
            .findFirst();
  }

  /// The evidence that a group has a tensor of a shape. Of a tensor of which only the name is
  /// known, the subject says whether the shape fits.
  private static Optional<List<Evidence>> tensorIn(
      NameGroup group, Optional<ShapePattern> shape, Subject subject) {
    for (Alike alike : group.members()) {
      if (shape.isEmpty() || shape.get().matches(alike.shape())) {
        return Optional.of(List.of(alike.evidence()));
      }
    }
    return shape.isEmpty() || subject.assumesShapes()
        ? group.absent().map(name -> List.of(new Evidence.OfName(name)))
        : Optional.empty();
  }

  /// Which shapes a rule means, as it stands in the table: `[*,768]`. A star is any length; `n` is
  /// some length, the same wherever it stands, and `3n` three times that.
  ///
  /// @param axes outermost first
  record ShapePattern(List<Axis> axes) {

    /// One dimension.
    sealed interface Axis {}

    record Any() implements Axis {}

    record Length(long length) implements Axis {}

    /// @param factor of the common length
    record Multiple(long factor) implements Axis {}

    public ShapePattern {
      axes = List.copyOf(axes);
    }

    /// Reads `[…]`.
    static ShapePattern parse(String text) {
      if (!text.startsWith("[") || !text.endsWith("]")) {
        throw new IllegalArgumentException("no shape: " + text);
      }
      String inner = text.substring(1, text.length() - 1);
      return new ShapePattern(
          inner.isBlank()
              ? List.of()
              : List.of(inner.split(",")).stream().map(axis -> axis(axis.strip())).toList());
    }

    private static Axis axis(String text) {
      if (text.equals("*")) {
        return new Any();
      }
      if (text.endsWith("n")) {
        String factor = text.substring(0, text.length() - 1);
        return new Multiple(factor.isEmpty() ? 1 : Long.parseLong(factor));
      }
      return new Length(Long.parseLong(text));
    }

    boolean matches(Shape shape) {
      if (shape.rank() != axes.size()) {
        return false;
      }
      long common = -1;
      for (int axis = 0; axis < axes.size(); axis++) {
        long length = shape.dimension(axis);
        switch (axes.get(axis)) {
          case Any _ -> {}
          case Length(long expected) -> {
            if (length != expected) {
              return false;
            }
          }
          case Multiple(long factor) -> {
            if (length % factor != 0 || common >= 0 && length / factor != common) {
              return false;
            }
            common = length / factor;
          }
        }
      }
      return true;
    }
  }
}
