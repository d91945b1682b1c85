package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.SizeSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.ExpertPart;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the hidden size, the sizes of feed-forward modules, and tables of positions.
record SizeRule(Model model, Collector results) {

  /// @return true if the hidden size agrees or is unknown; otherwise other sizes are not compared
  boolean apply() {
    if (!compareHiddenSize()) {
      return false;
    }
    model.family().sizes("positions").forEach(this::comparePositions);
    compareFeedForward();
    return true;
  }

  private boolean compareHiddenSize() {
    boolean agrees = true;
    Optional<Stored> embedding = model.embedding();
    Optional<Setting> hidden = model.text().number(model.family().words("columns"));
    if (embedding.isPresent() && hidden.isPresent()) {
      agrees =
          compareHiddenSize(
              hidden.get(),
              embedding.get().dimension(1, 2),
              embedding.get(),
              words ->
                  Sentence.of(
                      "{0} says a hidden size of {1} ({2}); {3} has {4} {4#column|columns}."
                          + " transformers stops.",
                      words));
    }
    if (!model.family().text("norm").isEmpty()) {
      agrees &= compareNorm();
    }
    for (SizeSpec spec : model.family().sizes("dimensions")) {
      Optional<Setting> setting = model.root().number(spec.keys());
      Optional<Stored> tensor = model.module(spec.module());
      if (setting.isPresent() && tensor.isPresent() && tensor.get().rank() > 0) {
        agrees &=
            compareHiddenSize(
                setting.get(),
                tensor.get().dimension(spec.axis(), tensor.get().rank()),
                tensor.get(),
                words -> Sentence.of("{0} says {1} ({2}); {3} has {4}. Loaders stop.", words));
      }
    }
    return agrees;
  }

  private boolean compareHiddenSize(
      Setting setting, OptionalLong size, Stored tensor, Function<Object[], Sentence> sentence) {
    FindingCode finding =
        results.checkSize(FindingCode.CONFIG_HIDDEN_SIZE, setting, size, 0, tensor, sentence);
    // The columns of the embedding may differ from the hidden size, which the norm shows.
    if (finding != null || model.family().text("norm").isEmpty()) {
      results.compare(Subject.HIDDEN_SIZE, setting, size, finding, List.of(tensor));
    }
    return finding == null;
  }

  private boolean compareNorm() {
    Optional<Setting> hidden = model.text().number(List.of("hidden_size"));
    Optional<Stored> norm =
        model.stacks().values().stream()
            .flatMap(stack -> norm(stack, model.family().text("norm")).stream())
            .findFirst();
    if (hidden.isEmpty() || norm.isEmpty()) {
      return true;
    }
    FindingCode finding = checkNorm(hidden.get(), norm.get());
    OptionalLong size = norm.get().dimension(0, 1);
    results.compare(Subject.HIDDEN_SIZE, hidden.get(), size, finding, List.of(norm.get()));
    return finding == null;
  }

  /// Returns a norm of the first layer. All layers have the same hidden size.
  static Optional<Stored> norm(Stack stack, String module) {
    return stack.layers.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(stack.layers.firstEntry().getValue().tensors.get(module + ".weight"));
  }

  /// Reports a norm whose size is not the configured hidden size.
  ///
  /// @return the code of the finding, or null if the sizes agree
  FindingCode checkNorm(Setting hidden, Stored norm) {
    OptionalLong size = norm.dimension(0, 1);
    if (size.isEmpty() || size.getAsLong() == hidden.value()) {
      return null;
    }
    results.add(
        FindingCode.CONFIG_HIDDEN_SIZE,
        Sentence.of(
            "{0} says a hidden size of {1} ({2}); {3} has {4} {4#element|elements}. transformers"
                + " stops.",
            hidden.words(norm.shownName(), size.getAsLong())));
    return FindingCode.CONFIG_HIDDEN_SIZE;
  }

  private void comparePositions(SizeSpec spec) {
    Optional<Setting> setting = model.text().number(spec.keys());
    Optional<Stored> table = model.module(spec.module());
    if (setting.isEmpty() || table.isEmpty()) {
      return;
    }
    int extra = spec.factor();
    OptionalLong rows = table.get().dimension(0, 2);
    FindingCode finding =
        results.checkSize(
            FindingCode.CONFIG_POSITIONS,
            setting.get(),
            rows,
            extra,
            table.get(),
            words ->
                extra == 0
                    ? Sentence.of(
                        "{0} says {1} positions ({2}); {3} has {4} {4#row|rows}. transformers"
                            + " stops.",
                        words)
                    : Sentence.of(
                        "{0} says {1} positions ({2}), which need {5} more rows; {3} has {4}"
                            + " {4#row|rows}. transformers stops.",
                        words));
    OptionalLong positions =
        rows.isPresent() ? OptionalLong.of(rows.getAsLong() - extra) : OptionalLong.empty();
    results.compare(Subject.POSITIONS, setting.get(), positions, finding, List.of(table.get()));
  }

  /// The tensors that a key determines, and those of another size.
  private static final class FeedForward {
    final Setting setting;
    final Stored example;
    final List<Stored> mismatches = new ArrayList<>();
    long expected;
    long stored;
    long ofSetting;

    FeedForward(Setting setting, Stored example) {
      this.setting = setting;
      this.example = example;
      this.ofSetting = setting.value();
    }

    /// @return true if the size differs
    boolean compare(SizeSpec spec, Stored tensor) {
      long required = setting.value() * spec.factor();
      boolean isFused = tensor.rank() == 3;
      long size = tensor.shape().dimension(isFused ? 1 : spec.axis());
      // Fused experts are stored in both orders.
      if (isFused && size != required) {
        size = tensor.shape().dimension(2);
      }
      if (size == required) {
        return false;
      }
      if (mismatches.isEmpty()) {
        expected = required;
        stored = size;
        ofSetting = size / spec.factor();
      }
      mismatches.add(tensor);
      return true;
    }
  }

  private void compareFeedForward() {
    SequencedMap<String, FeedForward> sizes = new LinkedHashMap<>();
    for (SizeSpec spec : model.textFamily().sizes("feedForward")) {
      Optional<Setting> setting = model.text().number(spec.keys());
      if (setting.isEmpty()) {
        continue;
      }
      Predicate<Stored> isOff =
          tensor ->
              tensor.rank() > Math.max(1, spec.axis())
                  && sizes
                      .computeIfAbsent(
                          setting.get().name(), _ -> new FeedForward(setting.get(), tensor))
                      .compare(spec, tensor);
      model
          .stacks()
          .forEach(
              (stackSpec, stack) -> {
                if (stackSpec.prefix().startsWith(spec.stack())) {
                  stack.layers.values().forEach(layer -> compare(layer, spec.module(), isOff));
                }
              });
    }
    for (FeedForward size : sizes.values()) {
      OptionalLong stored = OptionalLong.of(size.ofSetting);
      FindingCode finding = size.mismatches.isEmpty() ? null : FindingCode.CONFIG_INTERMEDIATE_SIZE;
      List<Stored> example = List.of(size.example);
      results.compare(Subject.INTERMEDIATE_SIZE, size.setting, stored, finding, example);
    }
    sizes.values().stream().filter(size -> !size.mismatches.isEmpty()).forEach(this::report);
  }

  private static void compare(Layer layer, String module, Predicate<Stored> isOff) {
    for (String name : List.of(module + ".weight", module)) {
      Stored tensor = layer.tensors.get(name);
      ExpertPart part = layer.parts.get(name);
      if (tensor != null) {
        isOff.test(tensor);
      }
      if (part != null) {
        part.forEach(isOff);
      }
    }
  }

  private void report(FeedForward size) {
    results.add(
        FindingCode.CONFIG_INTERMEDIATE_SIZE,
        Sentence.of(
            "{0} says an intermediate size of {1} ({2}), which requires a size of {3}; {4}"
                + " {4#tensor has|tensors have} {5}: {6}. transformers stops.",
            size.setting.words(
                size.expected,
                size.mismatches.size(),
                size.stored,
                Stored.shownNames(size.mismatches))));
  }
}
