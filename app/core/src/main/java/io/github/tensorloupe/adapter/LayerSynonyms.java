package io.github.tensorloupe.adapter;

import module java.base;

/// The names that diffusers, original code and language models use for the same layers.
///
/// Sources: diffusers `loaders/lora_conversion_utils.py`; ComfyUI `comfy/utils.py`.
final class LayerSynonyms {

  /// The common name of a layer and the pattern of its names, in the order of replacement.
  private static final List<Map.Entry<String, Pattern>> LAYERS =
      List.of(
          entry("singleblocks", "single_(?:transformer_)?blocks"),
          entry("blocks", "(?:transformer|double|joint)_blocks|blocks|layers"),
          entry("txt", "text|txt"),
          entry("attn", "self_attn|attention|attn1?"),
          entry("ff", "ffn?|mlp|feed_forward"),
          entry("q", "to_q|q_proj|query|wq|q"),
          entry("k", "to_k|k_proj|key|wk|k"),
          entry("v", "to_v|v_proj|value|wv|v"),
          entry("o", "to_out_0|to_out|o_proj|out_proj|wo|o"),
          entry("up", "net_0_proj|up_proj|fc1|up"),
          entry("down", "net_2|down_proj|fc2|down"));

  private LayerSynonyms() {}

  private static Map.Entry<String, Pattern> entry(String layer, String names) {
    return Map.entry(layer, Pattern.compile("(?<=_)(?:" + names + ")(?=_)"));
  }

  /// Returns a path that is equal for all names of a layer.
  ///
  /// @param path the path with underscores
  static String canonical(String path) {
    String canonical = "_" + path + "_";
    for (Map.Entry<String, Pattern> layer : LAYERS) {
      canonical = layer.getValue().matcher(canonical).replaceAll(layer.getKey());
    }
    return canonical.replace("_", "");
  }
}
