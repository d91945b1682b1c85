package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.StackSpec;
import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.format.DisplayText;

/// A checkpoint of a known architecture: its configuration and its tensors.
///
/// @param type the `model_type`, or the `_class_name` of diffusers
/// @param textFamily the architecture of the text model of a multimodal model; may equal `family`
/// @param root the configuration
/// @param text the section with the sizes of the text model; may equal `root`
/// @param stacks the stacks that the class promises, which may have no layers
/// @param knowsNames false if tensors may be in files that are not open, so that nothing counts as
///   missing
record Model(
    String type,
    Family family,
    Family textFamily,
    Section root,
    Section text,
    ModelClass modelClass,
    Names names,
    SequencedMap<StackSpec, Stack> stacks,
    boolean knowsNames) {

  static Model of(String type, Family family, Section root, Names names, boolean knowsNames) {
    Section section = root.child(family.text("text"));
    Section text = family.text("text").isEmpty() || !section.isObject() ? root : section;
    Family textFamily = text == root ? family : Family.of(text.text("model_type")).orElse(family);
    String name = root.node().path("architectures").path(0).asText("");
    if (name.isEmpty()) {
      name = text.node().path("architectures").path(0).asText("");
    }
    ModelClass modelClass = new ModelClass(name);
    // A configuration without any size is incomplete, and promises nothing.
    boolean hasSizes =
        text.number(family.words("columns")).isPresent()
            || text.number(family.text("vocabulary")).isPresent()
            || family.stacks().stream().anyMatch(stack -> text.number(stack.keys()).isPresent())
            || family.sizes("dimensions").stream()
                .anyMatch(size -> text.number(size.keys()).isPresent());
    SequencedMap<StackSpec, Stack> stacks = new LinkedHashMap<>();
    for (StackSpec spec : family.stacks()) {
      if (modelClass.has(spec)) {
        stacks.put(spec, names.stack(names.style().body() + spec.prefix()));
      }
    }
    return new Model(
        type, family, textFamily, root, text, modelClass, names, stacks, knowsNames && hasSizes);
  }

  /// Returns true if the configuration belongs to diffusers.
  boolean isDiffusers() {
    return !root.has("model_type");
  }

  Optional<Setting> layerCount(StackSpec spec) {
    Optional<Setting> count = text.number(spec.keys()).or(() -> text.number(spec.fallback()));
    return count.isEmpty() && spec.defaultCount() > 0
        ? Optional.of(Setting.ofDefault(text, spec.keys().getFirst(), spec.defaultCount()))
        : count;
  }

  Optional<Stored> embedding() {
    return family.words("embedding").stream()
        .flatMap(module -> module(module).stream())
        .findFirst();
  }

  /// Returns the weight of a module of the base model, or the parameter with this name.
  Optional<Stored> module(String module) {
    String name = names.style().body() + module;
    return names.find(name + ".weight").or(() -> names.find(name));
  }

  Optional<Stored> head() {
    return names.find(names.style().head() + ".weight");
  }

  /// Returns the name in the naming style of the file, for a tensor that is not stored.
  String nameInFile(String name) {
    StringBuilder prefix = new StringBuilder();
    String any = names.first().nameInFile();
    for (String wrapper : names.wrappers()) {
      if (any.startsWith(prefix + wrapper)) {
        prefix.append(wrapper);
      }
    }
    return DisplayText.of(prefix + name);
  }

  /// Returns true if a stack whose prefix begins with this text has layers.
  boolean hasStack(String prefix) {
    return stacks.entrySet().stream()
        .anyMatch(
            each -> each.getKey().prefix().startsWith(prefix) && !each.getValue().layers.isEmpty());
  }

  /// Returns true if a stack, the embedding or a tower is stored.
  boolean hasRoles() {
    return hasStack("")
        || embedding().isPresent()
        || family.sizes("dimensions").stream().anyMatch(each -> module(each.module()).isPresent())
        || family.hasTower(prefix -> names.hasPrefix(names.style().towers() + prefix));
  }
}
