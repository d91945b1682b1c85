package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.SizeSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.ExpertPart;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the hidden size, the sizes of feed-forward modules, and tables of positions.
record DimensionRule(Model model, Collector results) {

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
    String norm = model.family().text("norm");
    boolean agrees = true;
    Optional<Stored> embedding = model.embedding();
    Optional<Setting> columns = model.text().number(model.family().words("columns"));
    if (embedding.isPresent() && columns.isPresent()) {
      Stored tensor = embedding.get();
      OptionalLong size = tensor.dimension(1, 2);
      // The columns of the embedding may differ from the hidden size, which the norm shows.
      agrees =
          !norm.isEmpty() && size.orElse(columns.get().value()) == columns.get().value()
              || TensorSize.COLUMNS.compare(columns.get(), tensor, size, 0, results);
    }
    for (SizeSpec spec : model.family().sizes("dimensions")) {
      Optional<Setting> setting = model.root().number(spec.keys());
      Optional<Stored> tensor = model.module(spec.module()).filter(each -> each.rank() > 0);
      if (setting.isPresent() && tensor.isPresent()) {
        OptionalLong size = tensor.get().dimension(spec.axis(), tensor.get().rank());
        agrees &= TensorSize.DIMENSION.compare(setting.get(), tensor.get(), size, 0, results);
      }
    }
    Optional<Setting> hidden = model.text().number("hidden_size");
    Optional<Stored> tensor =
        model.stacks().values().stream().flatMap(stack -> norm(stack, norm).stream()).findFirst();
    return agrees
        & (hidden.isEmpty()
            || tensor.isEmpty()
            || TensorSize.NORM.compare(
                hidden.get(), tensor.get(), tensor.get().dimension(0, 1), 0, results));
  }

  /// Returns a norm of the first layer. All layers have the same hidden size.
  static Optional<Stored> norm(Stack stack, String module) {
    return stack.layers.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(stack.layers.firstEntry().getValue().tensors.get(module + ".weight"));
  }

  private void comparePositions(SizeSpec spec) {
    Optional<Setting> setting = model.text().number(spec.keys());
    Optional<Stored> table = model.module(spec.module());
    if (setting.isPresent() && table.isPresent()) {
      OptionalLong rows = table.get().dimension(0, 2);
      TensorSize.POSITIONS.compare(setting.get(), table.get(), rows, spec.factor(), results);
    }
  }

  /// The tensors whose size depends on a key.
  private static final class FeedForward {
    final Setting setting;
    final Stored example;
    final List<Stored> mismatches = new ArrayList<>();
    final LongSummaryStatistics wrongSizes = new LongSummaryStatistics();
    long expected;
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
        ofSetting = size / spec.factor();
      }
      mismatches.add(tensor);
      wrongSizes.accept(size);
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
                Stored.shownSizes(size.wrongSizes),
                Stored.shownNames(size.mismatches))));
  }
}
