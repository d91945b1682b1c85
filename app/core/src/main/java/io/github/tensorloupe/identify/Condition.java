package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;

@FunctionalInterface
interface Condition {

  /// Returns the evidence, or empty if the condition is not met. The evidence of a condition that
  /// requires absence is an empty list.
  Optional<List<Evidence>> test(RuleInput subject);

  /// Parses terms joined by `&`, which must all be met. A term consists of alternatives joined by
  /// `or`; the evidence is from the first alternative that is met. A `!` before an alternative
  /// negates it.
  static Condition parse(String text) {
    List<List<Condition>> parts =
        Stream.of(text.split(" & "))
            .map(part -> Stream.of(part.strip().split("\\s+or\\s+")))
            .map(alternatives -> alternatives.map(Condition::single).toList())
            .toList();
    return subject -> {
      List<Evidence> evidence = new ArrayList<>();
      for (List<Condition> alternatives : parts) {
        Optional<List<Evidence>> match = Optional.empty();
        for (int i = 0; i < alternatives.size() && match.isEmpty(); i++) {
          match = alternatives.get(i).test(subject);
        }
        if (match.isEmpty()) {
          return Optional.empty();
        }
        evidence.addAll(match.get());
      }
      return Optional.of(evidence);
    };
  }

  private static Condition single(String text) {
    if (text.startsWith("!")) {
      Condition unwanted = single(text.substring(1));
      return subject ->
          unwanted.test(subject).isPresent() ? Optional.empty() : Optional.of(List.of());
    }
    if (text.startsWith("@")) {
      String[] entry = text.substring(1).split("=", 2);
      String value = entry.length < 2 ? "*" : entry[1];
      return subject -> subject.entry(entry[0], value).map(List::<Evidence>of);
    }
    if (text.startsWith("$")) {
      String[] entry = text.substring(1).split("=", 2);
      String[] pattern = NamePattern.parts(entry[1]);
      return subject -> subject.configured(entry[0], pattern).map(List::<Evidence>of);
    }
    if (text.startsWith("/")) {
      String pattern = NameShape.of(text.substring(1)).text();
      return subject ->
          subject.part().files().stream()
              .map(file -> NameShape.of(String.valueOf(file.path().getFileName())).text())
              .filter(name -> NamePattern.isOfForm(pattern, name))
              .findFirst()
              .map(_ -> List.of());
    }
    return parseTensorCondition(text);
  }

  /// Parses a name pattern and an optional shape pattern. See also [RuleInput#assumesShapes].
  private static Condition parseTensorCondition(String text) {
    String[] words = text.split(" ", 2);
    NamePattern name = new NamePattern(words[0]);
    Optional<ShapePattern> shape =
        words.length < 2 ? Optional.empty() : Optional.of(ShapePattern.parse(words[1].strip()));
    return subject -> {
      for (NameGroup group : name.in(subject.names())) {
        for (SimilarMembers subgroup : group.members()) {
          if (shape.isEmpty() || shape.get().matches(subgroup.shape())) {
            return Optional.of(List.of(subgroup.evidence()));
          }
        }
        if (group.absent.isPresent() && (shape.isEmpty() || subject.assumesShapes())) {
          return group.absent.map(Evidence.OfName::new).map(List::<Evidence>of);
        }
      }
      return Optional.empty();
    };
  }

  /// The shape pattern of a rule, such as `[*,768]`. A star matches any length. All occurrences of
  /// `n` match the same length, and `3n` three times that length.
  record ShapePattern(List<Axis> axes) {

    /// @param length the required length, or -1 if any length matches
    /// @param factor the required multiple of `n`, or 0 if the length does not depend on `n`
    private record Axis(long length, long factor) {}

    static ShapePattern parse(String text) {
      if (!text.startsWith("[") || !text.endsWith("]")) {
        throw new IllegalArgumentException("no shape: " + text);
      }
      String inner = text.substring(1, text.length() - 1);
      Stream<String> axes = inner.isBlank() ? Stream.of() : Stream.of(inner.split(","));
      return new ShapePattern(axes.map(String::strip).map(ShapePattern::axis).toList());
    }

    private static Axis axis(String text) {
      return switch (text) {
        case "*" -> new Axis(-1, 0);
        case "n" -> new Axis(-1, 1);
        case String multiple when multiple.endsWith("n") ->
            new Axis(-1, Long.parseLong(multiple.substring(0, multiple.length() - 1)));
        default -> new Axis(Long.parseLong(text), 0);
      };
    }

    boolean matches(Shape shape) {
      if (shape.rank() != axes.size()) {
        return false;
      }
      long common = -1;
      for (int i = 0; i < axes.size(); i++) {
        Axis axis = axes.get(i);
        long length = shape.dimension(i);
        if (axis.length >= 0 && length != axis.length) {
          return false;
        }
        if (axis.factor > 0) {
          if (length % axis.factor != 0 || common >= 0 && length / axis.factor != common) {
            return false;
          }
          common = length / axis.factor;
        }
      }
      return true;
    }
  }
}
