package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Sentence;

/// Reports prefixes because of which loaders do not find the tensors.
record PrefixRule(Model model, Collector results) {

  void apply() {
    Names names = model.names();
    if (!names.wrappers.isEmpty()) {
      Stored example =
          names.tensors.values().stream()
              .filter(each -> !each.nameInFile().equals(each.name()))
              .findFirst()
              .orElse(names.tensors.values().iterator().next());
      String prefix = String.join("", names.wrappers);
      boolean isDoubled =
          prefix.equals("model.") && example.nameInFile().startsWith("model.model.");
      String shown = isDoubled ? "model.model." : prefix;
      String expected = DisplayText.of(example.name());
      String stored = DisplayText.of(example.nameInFile());
      results.add(
          FindingCode.CONFIG_PREFIX,
          isDoubled
              ? Sentence.of(
                  "The names begin with {0}: {1} instead of {2}. transformers 4 finds none of them"
                      + " and fills the model with random values; transformers 5 corrects the"
                      + " names.",
                  shown, stored, expected)
              : Sentence.of(
                  "The names contain {0}, from a program that wrapped the model: {1} instead of"
                      + " {2}. Loaders find no tensor under its name, and transformers fills the"
                      + " model with random values. The names must lose the prefix.",
                  shown, stored, expected));
      return;
    }
    String body = model.family().styles().getFirst().body();
    boolean hasHead =
        model.head().isPresent()
            || !model.names().style.head().isEmpty()
                && names.hasPrefix(Family.first(model.names().style.head()) + ".")
            || model.family().classifier().stream()
                .anyMatch(module -> names.hasPrefix(Family.first(module) + "."));
    if (!body.isEmpty()
        && names.style.body().isEmpty()
        && hasHead
        && !model.modelClass().isBase()) {
      results.add(
          FindingCode.CONFIG_PREFIX,
          Severity.WARNING,
          Optional.empty(),
          Sentence.of(
              "The names lack the prefix {0}, although a head is stored. transformers 4 stops,"
                  + " because it considers the file corrupted; transformers 5 adds the prefix.",
              body));
    }
  }

  /// Reports wrapper modules of an unknown architecture.
  ///
  /// @param wrappers the number of names by wrapper module
  static void findWrappers(Map<String, Long> wrappers, Collector results) {
    if (!wrappers.isEmpty()) {
      long count = wrappers.values().stream().mapToLong(each -> each).max().getAsLong();
      results.add(
          FindingCode.CONFIG_PREFIX,
          Severity.WARNING,
          Optional.empty(),
          Sentence.of(
              "{0} {0#name contains|names contain} {1}, from a program that wrapped the model. Most"
                  + " loaders find no tensor under such a name: the names must lose the prefix.",
              count, String.join(", ", wrappers.keySet())));
    }
  }
}
