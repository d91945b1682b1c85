package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.NameGroup.Alike;

/// A condition of a rule for a checkpoint.
sealed interface Condition {

  /// The evidence that meets it: empty where nothing does, an empty list where something has to be
  /// absent and is.
  Optional<List<Evidence>> test(Subject subject);

  /// A tensor is there.
  ///
  /// @param shape that it has, where that matters; whether a tensor of which only the name is known
  ///   has it, the subject says
  record HasTensor(NamePattern name, Optional<ShapePattern> shape) implements Condition {
    @Override
    public Optional<List<Evidence>> test(Subject subject) {
      for (NameGroup group : name.in(subject.names())) {
        for (Alike alike : group.members()) {
          if (shape.isEmpty() || shape.get().matches(alike.shape())) {
            return Optional.of(List.of(new Evidence.OfTensor(alike.first())));
          }
        }
        if (group.absent().isPresent() && (shape.isEmpty() || subject.assumesShapes())) {
          return Optional.of(List.of(new Evidence.OfName(group.absent().get())));
        }
      }
      return Optional.empty();
    }
  }

  /// An entry is in the metadata.
  ///
  /// @param key pattern of the key
  /// @param value pattern of the value in lower case
  record HasEntry(String key, String value) implements Condition {
    @Override
    public Optional<List<Evidence>> test(Subject subject) {
      return subject.entry(key, value).map(List::<Evidence>of);
    }
  }

  /// Something is not there.
  record Not(Condition condition) implements Condition {
    @Override
    public Optional<List<Evidence>> test(Subject subject) {
      return condition.test(subject).isPresent() ? Optional.empty() : Optional.of(List.of());
    }
  }

  /// At least one of them; the first that is met counts.
  record AnyOf(List<Condition> conditions) implements Condition {
    public AnyOf {
      conditions = List.copyOf(conditions);
    }

    @Override
    public Optional<List<Evidence>> test(Subject subject) {
      return conditions.stream().flatMap(each -> each.test(subject).stream()).findFirst();
    }
  }

  /// All of them.
  record AllOf(List<Condition> conditions) implements Condition {
    public AllOf {
      conditions = List.copyOf(conditions);
    }

    @Override
    public Optional<List<Evidence>> test(Subject subject) {
      List<Evidence> evidence = new ArrayList<>();
      for (Condition condition : conditions) {
        Optional<List<Evidence>> met = condition.test(subject);
        if (met.isEmpty()) {
          return Optional.empty();
        }
        evidence.addAll(met.get());
      }
      return Optional.of(evidence);
    }
  }
}
