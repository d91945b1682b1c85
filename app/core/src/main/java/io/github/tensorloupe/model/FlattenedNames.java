package io.github.tensorloupe.model;

import module java.base;

/// The names of adapter modules in which training programs replaced dots with underscores, such as
/// `lora_unet_down_blocks_0_attentions_1_proj_in`.
///
/// Layer names contain underscores too. An underscore is therefore considered a replaced dot only
/// next to a number or a known layer name. The known names are those next to other layer names
/// without a number between them.
///
/// Sources: kohya-ss sd-scripts and musubi-tuner `networks/lora*.py`; diffusers, Stable Diffusion,
/// Flux, HunyuanVideo and transformers for the names of layers.
public final class FlattenedNames {

  /// The prefixes of modules in the first, second and third text encoder, and of other modules.
  public static final List<List<String>> PREFIXES =
      List.of(
          List.of("lora_te_", "lora_te1_"),
          List.of("lora_te2_"),
          List.of("lora_te3_"),
          List.of("lora_unet_", "lora_transformer_", "lycoris_", "oft_unet_"));

  /// The known layer names by their first words, longer ones first.
  private static final Map<String, List<String>> LAYERS =
      Stream.of(
              ("layers in_layers out_layers emb_layers attentions resnets encoder self_attn"
                   + " cross_attn img_attn txt_attn context_attn attn attn1 attn2 attention"
                   + " SelfAttention EncDecAttention mlp img_mlp txt_mlp proj_mlp DenseReluDense"
                   + " wi_0 wi_1 ff ff_context ff_i ff_t feed_forward lin linear linear_1 linear_2"
                   + " skip_linear adaLN_modulation in_layer out_layer embeddings x_embedder"
                   + " timestep_embedder text_embedder guidance_embedder distilled_guidance_layer"
                   + " token_refiner individual_token_refiner temporal_transformer")
                  .split(" "))
          .sorted(Comparator.comparingInt(String::length).reversed())
          .collect(
              Collectors.groupingBy(
                  layer -> layer.substring(0, wordEnd(layer, 0, layer.length()))));

  private FlattenedNames() {}

  private static int prefixLength(String name) {
    if (name.isEmpty() || "lo".indexOf(name.charAt(0)) < 0) {
      return 0;
    }
    for (List<String> prefixes : PREFIXES) {
      for (String prefix : prefixes) {
        if (name.startsWith(prefix) && name.length() > prefix.length()) {
          return prefix.length();
        }
      }
    }
    return 0;
  }

  /// Returns the names as [#dotted(String)] does, or the same list if none changes. Splits each
  /// distinct module once, because an adapter has several tensors per module.
  public static List<String> dotted(List<String> names) {
    if (names.stream().allMatch(name -> prefixLength(name) == 0)) {
      return names;
    }
    Map<String, String> modules = new HashMap<>();
    List<String> dotted = new ArrayList<>(names.size());
    for (String name : names) {
      int end = moduleEnd(name);
      String module = modules.computeIfAbsent(name.substring(0, end), FlattenedNames::dotted);
      dotted.add(module + name.substring(end));
    }
    return dotted;
  }

  private static int moduleEnd(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name.length() : dot;
  }

  /// Returns a name with dots in place of replaced dots, such as
  /// `lora_unet.down_blocks.0.attentions.1.proj_in`. The length does not change. Returns other
  /// names unchanged.
  public static String dotted(String name) {
    int begin = prefixLength(name);
    if (begin == 0) {
      return name;
    }
    StringBuilder dotted = new StringBuilder(name);
    setDot(dotted, begin - 1);
    int end = moduleEnd(name);
    while (begin < end) {
      int layerEnd = layerEnd(name, begin, end);
      if (layerEnd > begin) {
        setDot(dotted, begin - 1);
        setDot(dotted, layerEnd);
      }
      begin = wordEnd(name, layerEnd, end) + 1;
    }
    return dotted.toString();
  }

  /// Does not create empty parts.
  private static void setDot(StringBuilder name, int at) {
    boolean isWithin = at < name.length() - 1 && name.charAt(at) == '_';
    if (isWithin && name.charAt(at - 1) != '.' && "._".indexOf(name.charAt(at + 1)) < 0) {
      name.setCharAt(at, '.');
    }
  }

  /// Returns the end of the longest known layer name or of the number at a position, or the
  /// position itself.
  private static int layerEnd(String name, int begin, int end) {
    int wordEnd = wordEnd(name, begin, end);
    if (wordEnd > begin && NaturalOrder.endOfNumber(name, begin) == wordEnd) {
      return wordEnd;
    }
    for (String layer : LAYERS.getOrDefault(name.substring(begin, wordEnd), List.of())) {
      int layerEnd = begin + layer.length();
      if (name.startsWith(layer, begin) && wordEnd(name, layerEnd, end) == layerEnd) {
        return layerEnd;
      }
    }
    return begin;
  }

  private static int wordEnd(String name, int begin, int end) {
    int underscore = name.indexOf('_', begin);
    return underscore < 0 || underscore > end ? end : underscore;
  }
}
