package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.config.Family.StackSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the towers, such as a vision tower, with the sections that describe them.
record TowerRule(Model model, Collector results) {

  private static final String TEXT = "text_config";
  private static final List<String> TOWERS =
      List.of("vision_tower.", "vision_model.", "visual.", "audio_tower.", "vision_embed_tokens.");

  void apply() {
    if (model.family().node().path("towers").isEmpty()) {
      if (!model.isDiffusers()) {
        findUnused();
        findMissingStack();
      }
      return;
    }
    List<String> promised = new ArrayList<>();
    List<String> stored = new ArrayList<>();
    boolean hasText = model.embedding().isPresent() || model.hasStack("");
    if (isPromised(TEXT)) {
      promised.add(TEXT);
      if (hasText) {
        stored.add(TEXT);
      } else {
        reportMissing(TEXT);
      }
    } else if (!model.root().child(TEXT).isObject()
        && !hasText
        && model.modelClass().hasSection(TEXT)) {
      // The sizes of the text model are at the top level.
      model
          .layerCount(model.family().stacks().getFirst())
          .ifPresent(each -> reportMissing(each.name()));
    }
    boolean hasTowers = true;
    for (JsonNode tower : model.family().node().path("towers")) {
      String key = tower.path("key").asText();
      Optional<String> prefix =
          Family.words(tower, "prefixes").stream()
              .map(each -> model.names().style().towers() + each)
              .filter(model.names()::hasPrefix)
              .findFirst();
      prefix.ifPresent(_ -> stored.add(key));
      if (isPromised(key)) {
        promised.add(key);
        prefix.ifPresentOrElse(each -> compareTower(tower, each), () -> reportMissing(key));
        hasTowers &= prefix.isPresent();
      }
    }
    if (hasTowers && promised.contains("vision_config")) {
      requireProjector();
    }
    if (!promised.isEmpty()) {
      boolean isWrong = results.has(FindingCode.CONFIG_TOWER_MISSING);
      results.comparisons.add(
          new ConfigComparison(
              Subject.TOWERS,
              model.root().file(),
              Optional.empty(),
              Optional.of(new Fact.Keys(promised)),
              Optional.of(new Fact.Keys(stored)),
              model.knowsNames() ? Optional.of(!isWrong) : Optional.empty(),
              isWrong ? Optional.of(FindingCode.CONFIG_TOWER_MISSING) : Optional.empty(),
              List.of()));
    }
  }

  private boolean isPromised(String key) {
    return model.root().child(key).isObject() && model.modelClass().hasSection(key);
  }

  private void reportMissing(String key) {
    if (model.knowsNames()) {
      results.add(
          FindingCode.CONFIG_TOWER_MISSING,
          Sentence.of(
              "{0} promises a module by {1}, but no tensor of it is stored. transformers fills it"
                  + " with random values.",
              model.root().file(), key));
    }
  }

  private void requireProjector() {
    List<String> names =
        model.family().words("projector").stream()
            .map(model.names().style().towers()::concat)
            .toList();
    boolean isStored = names.stream().anyMatch(name -> model.names().hasPrefix(name + "."));
    if (!names.isEmpty() && model.knowsNames() && !isStored) {
      String name = names.getFirst();
      results.add(
          FindingCode.CONFIG_TOWER_MISSING,
          model.nameInFile(name),
          Sentence.of(
              "{0} promises a vision tower (vision_config), but no tensor of the projector {1},"
                  + " which connects it, is stored. transformers fills it with random values.",
              model.root().file(), name));
    }
  }

  /// Compares the number of layers and the hidden size of a stored tower.
  private void compareTower(JsonNode tower, String prefix) {
    Section section = model.root().child(tower.path("key").asText());
    Optional<Stack> stack =
        Family.words(tower, "layers").stream()
            .map(each -> model.names().stack(prefix + each))
            .filter(each -> !each.layers.isEmpty())
            .findFirst();
    if (stack.isEmpty()) {
      return;
    }
    LayerRule layerRule = new LayerRule(model, results);
    section
        .number(Family.words(tower, "keys"))
        .ifPresent(count -> layerRule.compareStack(Subject.VISION_LAYERS, stack.get(), count));
    Optional<Setting> hidden = section.number(Family.words(tower, "hidden"));
    Optional<Stored> norm = DimensionRule.norm(stack.get(), tower.path("norm").asText());
    if (hidden.isPresent() && norm.isPresent()) {
      OptionalLong size = norm.get().dimension(0, 1);
      TensorSize.NORM.check(hidden.get(), norm.get(), size, 0, results);
    }
  }

  private void findUnused() {
    if (!model.family().text("text").isEmpty()) {
      return;
    }
    for (String tower : TOWERS) {
      for (String prefix : List.of(tower, "model." + tower)) {
        boolean isBody = prefix.equals(model.family().styles().getFirst().body());
        if (!isBody && model.names().hasPrefix(prefix)) {
          results.add(
              FindingCode.CONFIG_TOWER_UNUSED,
              Sentence.of(
                  "The tensors contain {0}, but {1} describes {2}, a model without it. Loaders"
                      + " ignore these tensors.",
                  prefix.substring(0, prefix.length() - 1),
                  model.root().file(),
                  DisplayText.of(model.type())));
        }
      }
    }
  }

  /// Reports a missing encoder or decoder.
  private void findMissingStack() {
    if (model.stacks().size() < 2 || !model.knowsNames()) {
      return;
    }
    for (Map.Entry<StackSpec, Stack> each : model.stacks().entrySet()) {
      Optional<Setting> layers = model.layerCount(each.getKey());
      if (each.getValue().layers.isEmpty() && layers.isPresent() && layers.get().value() > 0) {
        String name = Family.first(each.getKey().prefix());
        results.add(
            FindingCode.CONFIG_TOWER_MISSING,
            Sentence.of(
                "{0} promises the {1} ({2}: {3}), but no layer of it is stored. transformers fills"
                    + " it with random values.",
                layers.get().file(), name, layers.get().name(), layers.get().value()));
      }
    }
  }
}
