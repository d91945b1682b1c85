package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.json.PatternKeys;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.BoundedMatcher;

/// Compares `adapter_config.json` of PEFT with the tensors of the adapter.
final class AdapterRule {

  private static final String DOWN = ".lora_A.";
  private static final String UP = ".lora_B.";
  private static final int MAX_ENTRIES = 64;

  /// The heads of classifiers, of which PEFT configures both and models have one.
  private static final Set<String> CLASSIFIERS = Set.of("classifier", "score");

  private final Section config;
  private final CheckpointPart part;
  private final Collector results;
  private final PatternKeys patterns = new PatternKeys();
  private final BoundedMatcher matcher = new BoundedMatcher();

  private AdapterRule(Section config, CheckpointPart part, Collector results) {
    this.config = config;
    this.part = part;
    this.results = results;
  }

  /// Returns true if the names of some tensors are names of adapters.
  static boolean isAdapter(CheckpointPart part) {
    return part.files().stream()
        .flatMap(file -> ConfigCheck.samples(file).stream())
        .anyMatch(AdapterNames::isFactor);
  }

  static void apply(Section config, CheckpointPart part, Collector results) {
    AdapterRule rule = new AdapterRule(config, part, results);
    if (part.isWhole() && rule.lacksFactors()) {
      return;
    }
    rule.compareRank();
    if (part.isWhole()) {
      rule.compareModules();
    }
  }

  /// Reports a file without usable factors, and tensors without elements.
  ///
  /// @return true if the file has no factors
  private boolean lacksFactors() {
    List<TensorInfo> tensors =
        part.files().stream().flatMap(file -> file.header().tensors().stream()).toList();
    String type = config.text("peft_type");
    List<String> names = tensors.stream().map(TensorInfo::name).toList();
    if (type.equalsIgnoreCase("LORA") && names.stream().noneMatch(AdapterNames::isFactor)) {
      results.add(
          FindingCode.CONFIG_ADAPTER_MODULES,
          names.isEmpty()
              ? Sentence.of(
                  "{0} describes a LoRA, but the file has no tensors. PEFT changes nothing.",
                  config.file())
              : Sentence.of(
                  "{0} describes a LoRA, but no tensor has the name of a factor (lora_A, lora_B):"
                      + " {1}. PEFT changes nothing.",
                  config.file(), DisplayText.ofAll(names)));
      return true;
    }
    List<String> empty =
        tensors.stream()
            .filter(info -> info.shape().elementCount().orElse(1) == 0)
            .map(TensorInfo::name)
            .toList();
    if (!empty.isEmpty()) {
      results.add(
          FindingCode.CONFIG_ADAPTER_MODULES,
          Sentence.of(
              "{0} of {1} tensors {0#has|have} no elements, as saved under DeepSpeed ZeRO-3"
                  + " without gathering {0#it|them}: {2}. PEFT stops, because the sizes differ.",
              empty.size(), tensors.size(), DisplayText.ofAll(empty)));
    }
    return false;
  }

  private void compareRank() {
    Optional<Setting> rank = config.number("r");
    boolean hasParameters = !config.node().path("target_parameters").isEmpty();
    if (rank.isEmpty() || !config.text("peft_type").equalsIgnoreCase("LORA") || hasParameters) {
      return;
    }
    long common = rank.get().value();
    List<Stored> mismatches = new ArrayList<>();
    Stored example = null;
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        OptionalLong factor = rank(info);
        if (factor.isEmpty()) {
          continue;
        }
        Stored tensor = new Stored(info.name(), new TensorRef(file, info), info.shape());
        example = example == null ? tensor : example;
        if (factor.getAsLong() != ownRank(info.name()).orElse(common)) {
          mismatches.add(tensor);
        }
      }
    }
    if (patterns.matcher().isExhausted() || example == null) {
      // The ranks of some modules are unknown.
      return;
    }
    long stored = common;
    FindingCode finding = null;
    if (!mismatches.isEmpty()) {
      finding = FindingCode.CONFIG_ADAPTER_RANK;
      TensorInfo first = mismatches.getFirst().tensor().info();
      stored = rank(first).getAsLong();
      OptionalLong own = ownRank(first.name());
      results.add(
          finding,
          Sentence.of(
              "{0} says rank {1} ({2}); {3} {3#factor has|factors have} another rank, such as {4}:"
                  + " {5}. PEFT stops.",
              config.file(),
              own.orElse(common),
              own.isPresent() ? "rank_pattern" : "r",
              mismatches.size(),
              stored,
              Stored.shownNames(mismatches)));
    }
    results.compare(Subject.RANK, rank.get(), OptionalLong.of(stored), finding, List.of(example));
  }

  private static OptionalLong rank(TensorInfo info) {
    if (info.shape().rank() < 2 || !info.name().endsWith(".weight")) {
      return OptionalLong.empty();
    }
    if (info.name().contains(DOWN)) {
      return OptionalLong.of(info.shape().dimension(0));
    }
    return info.name().contains(UP)
        ? OptionalLong.of(info.shape().dimension(1))
        : OptionalLong.empty();
  }

  private static String module(String name) {
    String path = AdapterNames.path(name);
    int end = Math.max(path.indexOf(DOWN), path.indexOf(UP));
    return end < 0 ? path : path.substring(0, end);
  }

  private OptionalLong ownRank(String name) {
    return patterns
        .find(config.node().path("rank_pattern"), module(name))
        .filter(JsonNode::isIntegralNumber)
        .map(rank -> OptionalLong.of(rank.longValue()))
        .orElse(OptionalLong.empty());
  }

  private void compareModules() {
    Set<String> saved = texts("modules_to_save");
    Set<String> targets =
        config.node().path("exclude_modules").isTextual() ? Set.of() : texts("target_modules");
    Set<String> excluded = texts("exclude_modules");
    Set<String> stored = new HashSet<>();
    for (TensorFile file : part.files()) {
      for (TensorInfo info : file.header().tensors()) {
        addMatching(info.name(), saved, targets, stored);
      }
    }
    if (matcher.isExhausted()) {
      return;
    }
    boolean hasClassifier = CLASSIFIERS.stream().anyMatch(stored::contains);
    for (String module : saved) {
      if (!stored.contains(module) && !(hasClassifier && CLASSIFIERS.contains(module))) {
        results.add(
            FindingCode.CONFIG_ADAPTER_MODULES,
            Sentence.of(
                "{0} lists {1} in modules_to_save, but no tensor of it is stored. PEFT stops.",
                config.file(), DisplayText.of(module)));
      }
    }
    List<String> unused =
        targets.stream()
            .filter(each -> !stored.contains(each) && !excluded.contains(each))
            .sorted()
            .toList();
    if (!unused.isEmpty()) {
      results.add(
          FindingCode.CONFIG_ADAPTER_MODULES,
          Severity.WARNING,
          Sentence.of(
              "{0} lists {1} in target_modules, but no tensor of {2#it|them} is stored. PEFT does"
                  + " not change {2#it|them}.",
              config.file(), DisplayText.ofAll(unused), unused.size()));
    }
  }

  private Set<String> texts(String key) {
    Set<String> texts = new LinkedHashSet<>();
    for (JsonNode each : config.node().path(key)) {
      if (each.isTextual() && !each.asText().isEmpty() && texts.size() < MAX_ENTRIES) {
        texts.add(each.asText());
      }
    }
    return config.node().path(key).isArray() ? texts : Set.of();
  }

  /// Adds the entries whose module contains the tensor.
  private void addMatching(
      String name, Set<String> saved, Set<String> targets, Set<String> stored) {
    for (String module : AdapterNames.isFactor(name) ? targets : saved) {
      if (matcher.contains("." + name, "." + module + ".")) {
        stored.add(module);
      }
    }
  }
}
