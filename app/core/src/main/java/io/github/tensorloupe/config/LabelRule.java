package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the head of a classifier with the class and the labels of the configuration.
record LabelRule(Model model, Collector results) {

  void apply() {
    Section root = model.root();
    List<String> modules = new ArrayList<>(model.family().classifier());
    if (model.modelClass().isTokenClassifier()) {
      modules.addFirst(modules.getFirst().equals("score") ? "score" : "classifier");
    }
    List<String> candidates = new ArrayList<>(modules);
    candidates.addAll(List.of("classifier", "classifier.out_proj", "score"));
    Optional<Stored> classifier =
        candidates.stream()
            .flatMap(module -> model.names().find(module + ".weight").stream())
            .findFirst();
    if (modules.isEmpty()) {
      return;
    }
    if (classifier.isEmpty()) {
      if (model.knowsNames()) {
        String name = model.nameInFile(modules.getFirst() + ".weight");
        results.add(
            FindingCode.CONFIG_HEAD_MISSING,
            name,
            Sentence.of(
                "{0} names the class {1}, but {2} is not stored. transformers fills the head with"
                    + " random values.",
                root.file(), DisplayText.of(model.modelClass().name()), name));
      }
      return;
    }
    int labels = root.node().path("id2label").size();
    Setting promised =
        labels > 0
            ? new Setting(root.file(), Optional.of("id2label"), "id2label", labels)
            : root.number(List.of("num_labels"))
                .orElseGet(() -> Setting.ofDefault(root, "num_labels", 2));
    OptionalLong rows = classifier.get().dimension(0, 2);
    FindingCode finding = null;
    if (rows.isPresent() && rows.getAsLong() != promised.value()) {
      finding = FindingCode.CONFIG_LABELS;
      results.add(
          finding,
          classifier.get().nameInFile(),
          Sentence.of(
              "{0} says {1} {1#label|labels} ({2}); {3} has {4} {4#row|rows}. transformers stops.",
              promised.file(),
              promised.value(),
              promised.name(),
              DisplayText.of(classifier.get().nameInFile()),
              rows.getAsLong()));
    }
    results.compare(Subject.LABELS, promised, rows, finding, List.of(classifier.get()));
  }
}
