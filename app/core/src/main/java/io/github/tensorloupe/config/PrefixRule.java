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
    if (!names.wrappers().isEmpty()) {
      reportWrappers();
      return;
    }
    String body = model.family().styles().getFirst().body();
    boolean hasHead =
        model.head().isPresent()
            || Stream.concat(
                    Stream.of(names.style().head()), model.family().words("classifier").stream())
                .filter(module -> !module.isEmpty())
                .anyMatch(module -> names.hasPrefix(Family.first(module) + "."));
    boolean lacksBody = !body.isEmpty() && names.style().body().isEmpty();
    if (lacksBody && hasHead && !model.modelClass().isBase()) {
      results.add(
          FindingCode.CONFIG_PREFIX,
          Severity.WARNING,
          Sentence.of(
              "The names lack the prefix {0}, although a head is stored. transformers 4 stops,"
                  + " because it considers the file corrupted; transformers 5 adds the prefix.",
              body));
    }
  }

  private void reportWrappers() {
    Optional<Stored> found =
        model.names().all().filter(each -> isWrapped(each.nameInFile(), each.name())).findFirst();
    if (found.isEmpty()) {
      // Only tensors of absent shards have such names.
      return;
    }
    Stored example = found.get();
    String prefix = String.join("", model.names().wrappers());
    String expected = DisplayText.of(example.name());
    String stored = example.shownName();
    if (prefix.equals(Wrappers.MODEL) && example.nameInFile().startsWith("model.model.")) {
      results.add(
          FindingCode.CONFIG_PREFIX,
          Sentence.of(
              "The names begin with {0}: {1} instead of {2}. transformers 4 finds none of them and"
                  + " fills the model with random values; transformers 5 corrects the names.",
              "model.model.", stored, expected));
    } else {
      results.add(
          FindingCode.CONFIG_PREFIX,
          Sentence.of(
              "The names contain {0}, from a program that wrapped the model: {1} instead of {2}."
                  + " Loaders find no tensor under its name, and transformers fills the model with"
                  + " random values. The names must lose the prefix.",
              prefix, stored, expected));
    }
  }

  private boolean isWrapped(String nameInFile, String name) {
    return !nameInFile.equals(name)
        && model.names().wrappers().stream().anyMatch(nameInFile::contains);
  }

  /// Reports wrapper modules of an unknown architecture.
  ///
  /// @param wrappers the number of names by wrapper module
  static void findWrappers(Map<String, Long> wrappers, Collector results) {
    if (!wrappers.isEmpty()) {
      results.add(
          FindingCode.CONFIG_PREFIX,
          Severity.WARNING,
          Sentence.of(
              "{0} {0#name contains|names contain} {1}, from a program that wrapped the model. Most"
                  + " loaders find no tensor under such a name: the names must lose the prefix.",
              Collections.max(wrappers.values()), String.join(", ", wrappers.keySet())));
    }
  }
}
