package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the number and size of attention heads.
final class AttentionRule {

  private static final FindingCode CODE = FindingCode.CONFIG_HEADS;

  private final Model model;
  private final Collector results;
  private final Optional<Setting> heads;
  private final Optional<Setting> keyValueHeads;
  private final Optional<Setting> headDim;

  /// A projection in all layers.
  private static final class Projection {
    final String name;
    final int axis;
    final OptionalLong expected;
    final List<Stored> mismatches = new ArrayList<>();
    final LongSummaryStatistics wrongSizes = new LongSummaryStatistics();

    /// The first wrong size, or the common size, or 0 if it is unknown.
    long size;

    Projection(String name, int axis, OptionalLong expected) {
      this.name = "self_attn." + name + ".weight";
      this.axis = axis;
      this.expected = expected;
    }

    void compare(Layer layer) {
      Stored tensor = layer.tensors.get(name);
      OptionalLong stored = tensor == null ? OptionalLong.empty() : tensor.dimension(axis, 2);
      if (stored.isEmpty() || expected.isEmpty()) {
        return;
      }
      boolean isOff = stored.getAsLong() != expected.getAsLong();
      if (isOff ? mismatches.isEmpty() : size == 0) {
        size = stored.getAsLong();
      }
      if (isOff) {
        mismatches.add(tensor);
        wrongSizes.accept(stored.getAsLong());
      }
    }

    boolean isOff() {
      return !mismatches.isEmpty();
    }
  }

  private AttentionRule(Model model, Collector results) {
    this.model = model;
    this.results = results;
    Section text = model.text();
    Family family = model.textFamily();
    String keyValueKey = family.text("keyValueHeads");
    heads = text.number(family.text("heads"));
    keyValueHeads =
        text.number(keyValueKey)
            .or(() -> heads.map(each -> Setting.ofDefault(text, keyValueKey, each.value())))
            .filter(each -> each.key().isPresent() || family.isTrue("keyValueDefault"));
    long hidden = text.number(family.words("columns")).map(Setting::value).orElse(0L);
    long perHead = hidden / Math.max(1, heads.map(Setting::value).orElse(1L));
    long fixed = family.node().path("headDim").asLong();
    Setting defaultDim = Setting.ofDefault(text, "head_dim", fixed > 0 ? fixed : perHead);
    headDim =
        Optional.of(text.number("head_dim").orElse(defaultDim)).filter(each -> each.value() > 0);
  }

  static void apply(Model model, Collector results) {
    AttentionRule rule = new AttentionRule(model, results);
    if (rule.heads.isPresent() && rule.headDim.isPresent()) {
      rule.compareHeads();
    }
  }

  private void compareHeads() {
    OptionalLong width = OptionalLong.of(heads.get().value() * headDim.get().value());
    OptionalLong keyValueWidth =
        keyValueHeads.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(keyValueHeads.get().value() * headDim.get().value());
    Projection query = new Projection("q_proj", 0, width);
    Projection output = new Projection("o_proj", 1, width);
    Projection key = new Projection("k_proj", 0, keyValueWidth);
    Projection value = new Projection("v_proj", 0, keyValueWidth);
    OptionalLong fusedWidth =
        keyValueWidth.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(width.getAsLong() + 2 * keyValueWidth.getAsLong());
    Projection fused = new Projection("qkv_proj", 0, fusedWidth);
    List<Stored> example = new ArrayList<>();
    for (Stack stack : model.stacks().values()) {
      for (Layer layer : stack.layers.values()) {
        // The projections of latent attention have other sizes.
        if (layer.tensors.containsKey("self_attn.kv_a_proj_with_mqa.weight")) {
          continue;
        }
        if (example.isEmpty() && layer.tensors.containsKey(query.name)) {
          example.add(layer.tensors.get(query.name));
        }
        if (!isGated(layer.tensors.get(query.name), layer.tensors.get(output.name))) {
          query.compare(layer);
        }
        output.compare(layer);
        key.compare(layer);
        value.compare(layer);
        // The fused projection of linear attention has another size.
        if (layer.tensors.containsKey(output.name)) {
          fused.compare(layer);
        }
      }
    }
    if (fused.isOff()) {
      report(keyValueHeads.get(), fused);
    }
    if (Stream.of(query, output, key, value).anyMatch(each -> each.size > 0)) {
      report(query.isOff() ? query : output, key.isOff() ? key : value, example);
    }
  }

  /// Returns true if the query projection contains a gate of the same size.
  private static boolean isGated(Stored query, Stored output) {
    if (query == null || output == null) {
      return false;
    }
    OptionalLong rows = query.dimension(0, 2);
    OptionalLong columns = output.dimension(1, 2);
    return rows.isPresent() && columns.isPresent() && rows.getAsLong() == 2 * columns.getAsLong();
  }

  /// @param query a wrong projection with all heads, or any
  /// @param key a wrong projection with the key/value heads, or any
  private void report(Projection query, Projection key, List<Stored> evidence) {
    long storedDim = commonHeadDim(query, key);
    boolean isDimOff = query.isOff() && storedDim > 0 && (key.isOff() || keyValueHeads.isEmpty());
    FindingCode ofQuery = query.isOff() && !isDimOff ? CODE : null;
    FindingCode ofKey = key.isOff() && !isDimOff ? CODE : null;
    if (query.isOff()) {
      report(isDimOff ? headDim.get() : heads.get(), query);
    }
    if (ofKey != null) {
      report(keyValueHeads.get(), key);
    }
    long dim = isDimOff ? storedDim : headDim.get().value();
    results.compare(Subject.HEADS, heads.get(), count(query, dim), ofQuery, evidence);
    if (keyValueHeads.isPresent()) {
      results.compare(Subject.KV_HEADS, keyValueHeads.get(), count(key, dim), ofKey, evidence);
    }
    boolean isKnown = ofQuery == null && ofKey == null && query.size > 0;
    OptionalLong shown = isKnown ? OptionalLong.of(dim) : OptionalLong.empty();
    results.compare(Subject.HEAD_DIM, headDim.get(), shown, isDimOff ? CODE : null, evidence);
  }

  private static OptionalLong count(Projection projection, long dim) {
    return projection.size == 0 || dim <= 0 || projection.size % dim != 0
        ? OptionalLong.empty()
        : OptionalLong.of(projection.size / dim);
  }

  /// Returns the head size with which the configured numbers of heads agree, or 0.
  private long commonHeadDim(Projection query, Projection key) {
    long count = heads.get().value();
    if (query.size == 0 || count <= 0 || query.size % count != 0) {
      return 0;
    }
    long dim = query.size / count;
    boolean agrees =
        key.size == 0 || keyValueHeads.isEmpty() || key.size == dim * keyValueHeads.get().value();
    return agrees ? dim : 0;
  }

  private void report(Setting setting, Projection projection) {
    Object[] words =
        setting.words(
            projection.expected.getAsLong(),
            projection.mismatches.size(),
            Stored.shownSizes(projection.wrongSizes),
            Stored.shownNames(projection.mismatches));
    Sentence requirement =
        setting.key().isPresent()
            ? Sentence.of("{0} says {2}: {1}", words)
            : Sentence.of("{0} has no {2}, so that it is {1} in transformers", words);
    Sentence sizes =
        projection.axis == 1
            ? Sentence.of(
                "which requires {3} columns; {4} {4#tensor has|tensors have} {5}: {6}.", words)
            : Sentence.of(
                "which requires {3} rows; {4} {4#tensor has|tensors have} {5}: {6}.", words);
    results.add(CODE, Sentence.of("{0}, {1} transformers stops.", requirement, sizes));
  }
}
