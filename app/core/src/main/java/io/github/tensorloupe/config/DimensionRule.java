package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.SizeSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the hidden size, the sizes of feed-forward modules, and tables of positions.
final class DimensionRule {

  private final Model model;
  private final Collector results;

  /// The modules whose size is wrong, by key.
  private final SequencedMap<String, Mismatch> mismatches = new LinkedHashMap<>();

  private DimensionRule(Model model, Collector results) {
    this.model = model;
    this.results = results;
  }

  private static final class Mismatch {
    final Setting setting;
    final long expected;
    final long stored;
    final long ofSetting;
    final List<Stored> tensors = new ArrayList<>();

    Mismatch(Setting setting, long expected, long stored, long ofSetting) {
      this.setting = setting;
      this.expected = expected;
      this.stored = stored;
      this.ofSetting = ofSetting;
    }
  }

  /// @return true if the hidden size agrees or is unknown; otherwise other sizes are not compared
  static boolean apply(Model model, Collector results) {
    DimensionRule rule = new DimensionRule(model, results);
    if (!rule.compareHiddenSize()) {
      return false;
    }
    rule.comparePositions();
    rule.compareFeedForward();
    return true;
  }

  private boolean compareHiddenSize() {
    boolean agrees = true;
    Optional<Stored> embedding = model.embedding();
    Optional<Setting> hidden = model.text().number(model.family().columns());
    if (embedding.isPresent() && hidden.isPresent()) {
      OptionalLong columns = embedding.get().dimension(1, 2);
      agrees = compareDimension(hidden.get(), columns, embedding.get(), "columns");
    }
    if (embedding.isEmpty() || !model.family().norm().isEmpty()) {
      agrees &= compareNorm();
    }
    for (SizeSpec spec : model.family().dimensions()) {
      Optional<Setting> setting = model.root().number(spec.keys());
      Optional<Stored> tensor = model.module(spec.module());
      if (setting.isPresent() && tensor.isPresent() && tensor.get().rank() > 0) {
        int rank = tensor.get().rank();
        OptionalLong size =
            spec.axis() < rank ? tensor.get().dimension(spec.axis(), rank) : OptionalLong.empty();
        agrees &= compareDimension(setting.get(), size, tensor.get(), "");
      }
    }
    return agrees;
  }

  /// Compares the hidden size with the norm of a layer, all of which have this size.
  private boolean compareNorm() {
    Optional<Setting> hidden = model.text().number(List.of("hidden_size"));
    Optional<Stored> norm =
        model.stacks().stream()
            .filter(stack -> !stack.layers.isEmpty() && !model.family().norm().isEmpty())
            .map(stack -> stack.layers.firstEntry().getValue().tensors)
            .flatMap(tensors -> Stream.ofNullable(tensors.get(model.family().norm() + ".weight")))
            .findFirst();
    if (hidden.isEmpty() || norm.isEmpty()) {
      return true;
    }
    OptionalLong size = norm.get().dimension(0, 1);
    boolean isOff = size.isPresent() && size.getAsLong() != hidden.get().value();
    if (isOff) {
      results.add(
          FindingCode.CONFIG_HIDDEN_SIZE,
          hiddenSizeOfNorm(hidden.get(), norm.get(), size.getAsLong()));
    }
    results.compare(
        Subject.HIDDEN_SIZE,
        hidden.get(),
        size,
        isOff ? FindingCode.CONFIG_HIDDEN_SIZE : null,
        norm.stream().toList());
    return !isOff;
  }

  static Sentence hiddenSizeOfNorm(Setting hidden, Stored norm, long size) {
    return Sentence.of(
        "{0} says a hidden size of {1} ({2}); {3} has {4} {4#element|elements}. transformers"
            + " stops.",
        hidden.file(), hidden.value(), hidden.name(), DisplayText.of(norm.nameInFile()), size);
  }

  private boolean compareDimension(
      Setting setting, OptionalLong stored, Stored tensor, String columns) {
    FindingCode finding = null;
    if (stored.isPresent() && stored.getAsLong() != setting.value()) {
      finding = FindingCode.CONFIG_HIDDEN_SIZE;
      String name = DisplayText.of(tensor.nameInFile());
      results.add(
          finding,
          tensor.nameInFile(),
          columns.isEmpty()
              ? Sentence.of(
                  "{0} says {1} ({2}); {3} has {4}. Loaders stop.",
                  setting.file(), setting.value(), setting.name(), name, stored.getAsLong())
              : Sentence.of(
                  "{0} says a hidden size of {1} ({2}); {3} has {4} {4#column|columns}."
                      + " transformers stops.",
                  setting.file(), setting.value(), setting.name(), name, stored.getAsLong()));
    }
    // The columns of the embedding may differ from the hidden size, which the norm shows.
    if (finding != null || model.family().norm().isEmpty()) {
      results.compare(Subject.HIDDEN_SIZE, setting, stored, finding, List.of(tensor));
    }
    return finding == null;
  }

  private void comparePositions() {
    for (SizeSpec spec : model.family().positions()) {
      Optional<Setting> setting = model.text().number(spec.keys());
      Optional<Stored> table = model.module(spec.module());
      if (setting.isEmpty() || table.isEmpty()) {
        continue;
      }
      OptionalLong rows = table.get().dimension(0, 2);
      OptionalLong positions =
          rows.isPresent() ? OptionalLong.of(rows.getAsLong() - spec.factor()) : rows;
      FindingCode finding = null;
      if (positions.isPresent() && positions.getAsLong() != setting.get().value()) {
        finding = FindingCode.CONFIG_POSITIONS;
        String name = DisplayText.of(table.get().nameInFile());
        Object[] words = {
          setting.get().file(),
          setting.get().value(),
          setting.get().name(),
          name,
          rows.getAsLong(),
          spec.factor()
        };
        results.add(
            finding,
            table.get().nameInFile(),
            spec.factor() == 0
                ? Sentence.of(
                    "{0} says {1} positions ({2}); {3} has {4} {4#row|rows}. transformers stops.",
                    words)
                : Sentence.of(
                    "{0} says {1} positions ({2}), which need {5} more rows; {3} has {4}"
                        + " {4#row|rows}. transformers stops.",
                    words));
      }
      results.compare(Subject.POSITIONS, setting.get(), positions, finding, List.of(table.get()));
    }
  }

  private void compareFeedForward() {
    Map<String, Setting> settings = new LinkedHashMap<>();
    Map<String, Stored> examples = new HashMap<>();
    for (SizeSpec spec : model.textFamily().feedForward()) {
      Optional<Setting> setting = model.text().number(spec.keys());
      if (setting.isEmpty()) {
        continue;
      }
      Consumer<Stored> comparing =
          tensor -> {
            if (tensor.rank() > Math.max(1, spec.axis())) {
              settings.putIfAbsent(setting.get().name(), setting.get());
              examples.putIfAbsent(setting.get().name(), tensor);
              compareFeedForward(spec, setting.get(), tensor);
            }
          };
      for (Stack stack : model.stacks()) {
        if (stack.spec.prefix().startsWith(spec.stack())) {
          for (Layer layer : stack.layers.values()) {
            layer.forEach(spec.module() + ".weight", comparing);
            layer.forEach(spec.module(), comparing);
          }
        }
      }
    }
    settings.forEach(
        (key, setting) -> {
          Mismatch mismatch = mismatches.get(key);
          OptionalLong stored =
              OptionalLong.of(mismatch == null ? setting.value() : mismatch.ofSetting);
          results.compare(
              Subject.INTERMEDIATE_SIZE,
              setting,
              stored,
              mismatch == null ? null : FindingCode.CONFIG_INTERMEDIATE_SIZE,
              List.of(examples.get(key)));
        });
    mismatches.values().forEach(this::report);
  }

  private void compareFeedForward(SizeSpec spec, Setting setting, Stored tensor) {
    long expected = setting.value() * spec.factor();
    boolean isFused = tensor.rank() == 3;
    long stored = tensor.dimension(isFused ? 1 : spec.axis());
    // Fused experts are stored in both orders.
    if (isFused && stored != expected) {
      stored = tensor.dimension(2);
    }
    if (stored != expected) {
      Mismatch mismatch = new Mismatch(setting, expected, stored, stored / spec.factor());
      mismatches.computeIfAbsent(setting.name(), _ -> mismatch).tensors.add(tensor);
    }
  }

  private void report(Mismatch mismatch) {
    Setting setting = mismatch.setting;
    results.add(
        FindingCode.CONFIG_INTERMEDIATE_SIZE,
        Sentence.of(
            "{0} says an intermediate size of {1} ({2}), which requires a size of {3}; {4}"
                + " {4#tensor has|tensors have} {5}: {6}. transformers stops.",
            setting.file(),
            setting.value(),
            setting.name(),
            mismatch.expected,
            mismatch.tensors.size(),
            mismatch.stored,
            DisplayText.ofAll(mismatch.tensors.stream().map(Stored::nameInFile).toList())));
  }
}
