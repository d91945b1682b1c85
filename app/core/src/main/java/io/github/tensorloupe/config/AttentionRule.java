package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Section.Setting;
import io.github.tensorloupe.config.Stack.Layer;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Compares the number and size of attention heads.
final class AttentionRule {

  private final Model model;
  private final Collector results;
  private final Optional<Setting> heads;
  private final Optional<Setting> keyValueHeads;
  private final Optional<Setting> headDim;

  /// The projections with a wrong size, by their role.
  private final Map<String, List<Stored>> mismatches = new HashMap<>();

  private final Map<String, Long> sizes = new HashMap<>();

  private AttentionRule(Model model, Collector results) {
    this.model = model;
    this.results = results;
    Section text = model.text();
    heads =
        model.textFamily().heads().isEmpty()
            ? Optional.empty()
            : text.number(List.of(model.textFamily().heads()));
    String keyValueKey = model.textFamily().keyValueHeads();
    keyValueHeads =
        text.number(List.of(keyValueKey))
            .or(
                () ->
                    heads
                        .filter(_ -> model.textFamily().hasKeyValueDefault())
                        .map(each -> Setting.ofDefault(text, keyValueKey, each.value())));
    headDim = text.number(List.of("head_dim")).or(this::defaultHeadDim);
  }

  private Optional<Setting> defaultHeadDim() {
    Section text = model.text();
    if (model.textFamily().headDim() > 0) {
      return Optional.of(Setting.ofDefault(text, "head_dim", model.textFamily().headDim()));
    }
    Optional<Setting> hidden = text.number(model.textFamily().columns());
    return heads.isEmpty() || hidden.isEmpty() || heads.get().value() <= 0
        ? Optional.empty()
        : Optional.of(
            Setting.ofDefault(text, "head_dim", hidden.get().value() / heads.get().value()));
  }

  static void apply(Model model, Collector results) {
    new AttentionRule(model, results).compareHeads();
  }

  private void compareHeads() {
    if (heads.isEmpty() || headDim.isEmpty()) {
      return;
    }
    long width = heads.get().value() * headDim.get().value();
    OptionalLong keyValueWidth =
        keyValueHeads.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(keyValueHeads.get().value() * headDim.get().value());
    Stored example = null;
    for (Stack stack : model.stacks()) {
      for (Layer layer : stack.layers.values()) {
        // The projections of latent attention have other sizes.
        if (layer.tensors.containsKey("self_attn.kv_a_proj_with_mqa.weight")) {
          continue;
        }
        Stored query = layer.tensors.get("self_attn.q_proj.weight");
        example = example == null ? query : example;
        if (!isGated(layer)) {
          compare("q_proj", layer, 0, OptionalLong.of(width));
        }
        compare("k_proj", layer, 0, keyValueWidth);
        compare("v_proj", layer, 0, keyValueWidth);
        compare("o_proj", layer, 1, OptionalLong.of(width));
      }
    }
    if (sizes.isEmpty()) {
      return;
    }
    report(width, keyValueWidth, example == null ? List.of() : List.of(example));
  }

  /// Returns true if the query projection contains a gate of the same size.
  private static boolean isGated(Layer layer) {
    Stored query = layer.tensors.get("self_attn.q_proj.weight");
    Stored output = layer.tensors.get("self_attn.o_proj.weight");
    if (query == null || output == null) {
      return false;
    }
    OptionalLong rows = query.dimension(0, 2);
    OptionalLong columns = output.dimension(1, 2);
    return rows.isPresent() && columns.isPresent() && rows.getAsLong() == 2 * columns.getAsLong();
  }

  private void compare(String projection, Layer layer, int axis, OptionalLong expected) {
    Stored tensor = layer.tensors.get("self_attn." + projection + ".weight");
    OptionalLong size = tensor == null ? OptionalLong.empty() : tensor.dimension(axis, 2);
    if (size.isEmpty() || expected.isEmpty()) {
      return;
    }
    if (size.getAsLong() != expected.getAsLong()) {
      if (!mismatches.containsKey(projection)) {
        sizes.put(projection, size.getAsLong());
      }
      mismatches.computeIfAbsent(projection, _ -> new ArrayList<>()).add(tensor);
    } else {
      sizes.putIfAbsent(projection, size.getAsLong());
    }
  }

  private void report(long width, OptionalLong keyValueWidth, List<Stored> evidence) {
    String query = mismatches.containsKey("q_proj") ? "q_proj" : "o_proj";
    String key = mismatches.containsKey("k_proj") ? "k_proj" : "v_proj";
    boolean isQueryOff = mismatches.containsKey(query);
    boolean isKeyOff = mismatches.containsKey(key);
    long storedDim = commonHeadDim(query, key);
    FindingCode code = FindingCode.CONFIG_HEADS;
    FindingCode ofDim = null;
    FindingCode ofQuery = null;
    FindingCode ofKey = null;
    if (isQueryOff && storedDim > 0 && (isKeyOff || keyValueWidth.isEmpty())) {
      ofDim = code;
      report(headDim.get(), query, width, sizes.get(query));
    } else {
      if (isQueryOff) {
        ofQuery = code;
        report(heads.get(), query, width, sizes.get(query));
      }
      if (isKeyOff) {
        ofKey = code;
        report(keyValueHeads.get(), key, keyValueWidth.getAsLong(), sizes.get(key));
      }
    }
    long dim = ofDim != null ? storedDim : headDim.get().value();
    results.compare(Subject.HEADS, heads.get(), count(query, dim), ofQuery, evidence);
    if (keyValueHeads.isPresent()) {
      results.compare(Subject.KV_HEADS, keyValueHeads.get(), count(key, dim), ofKey, evidence);
    }
    OptionalLong shown = ofDim != null ? OptionalLong.of(storedDim) : OptionalLong.empty();
    boolean isKnown = ofQuery == null && ofKey == null && sizes.containsKey(query);
    results.compare(
        Subject.HEAD_DIM,
        headDim.get(),
        ofDim == null && isKnown ? OptionalLong.of(headDim.get().value()) : shown,
        ofDim,
        evidence);
  }

  private OptionalLong count(String projection, long dim) {
    Long size = sizes.get(projection);
    return size == null || dim <= 0 || size % dim != 0
        ? OptionalLong.empty()
        : OptionalLong.of(size / dim);
  }

  /// Returns the head size with which the configured numbers of heads agree, or 0.
  private long commonHeadDim(String query, String key) {
    Long queries = sizes.get(query);
    if (queries == null || heads.get().value() <= 0 || queries % heads.get().value() != 0) {
      return 0;
    }
    long dim = queries / heads.get().value();
    Long keys = sizes.get(key);
    boolean agrees =
        keys == null || keyValueHeads.isEmpty() || keys == dim * keyValueHeads.get().value();
    return agrees ? dim : 0;
  }

  private void report(Setting setting, String projection, long expected, long stored) {
    List<String> names = mismatches.get(projection).stream().map(Stored::nameInFile).toList();
    Object[] words = {
      setting.file(),
      setting.value(),
      setting.name(),
      expected,
      names.size(),
      stored,
      DisplayText.ofAll(names)
    };
    boolean isColumn = projection.equals("o_proj");
    Sentence requirement =
        setting.key().isPresent()
            ? Sentence.of("{0} says {2}: {1}", words)
            : Sentence.of("{0} has no {2}, so that it is {1} in transformers", words);
    Sentence sizes =
        isColumn
            ? Sentence.of(
                "which requires {3} columns; {4} {4#tensor has|tensors have} {5}: {6}.", words)
            : Sentence.of(
                "which requires {3} rows; {4} {4#tensor has|tensors have} {5}: {6}.", words);
    results.add(
        FindingCode.CONFIG_HEADS, Sentence.of("{0}, {1} transformers stops.", requirement, sizes));
  }
}
