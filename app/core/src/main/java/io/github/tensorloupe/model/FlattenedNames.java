package io.github.tensorloupe.model;

import module java.base;

/// The names of adapter modules in which training programs replaced dots with underscores, such as
/// `lora_unet_down_blocks_0_attentions_1_proj_in`.
///
/// Layer names contain underscores too. An underscore is therefore considered a replaced dot only
/// next to a number or a known layer name.
///
/// Sources: kohya-ss sd-scripts `networks/lora*.py`; diffusers, Stable Diffusion, Flux, Wan and
/// transformers for the names of layers.
public final class FlattenedNames {

  /// The prefixes of modules in the first, second and third text encoder.
  public static final List<List<String>> OF_TEXT_ENCODERS =
      List.of(List.of("lora_te_", "lora_te1_"), List.of("lora_te2_"), List.of("lora_te3_"));

  /// The prefixes of other modules.
  public static final List<String> OF_NETWORKS =
      List.of("lora_unet_", "lora_transformer_", "lycoris_", "oft_unet_");

  private static final List<String> PREFIXES =
      Stream.concat(OF_NETWORKS.stream(), OF_TEXT_ENCODERS.stream().flatMap(List::stream)).toList();

  private static final Set<String> LAYERS =
      Set.of(
          ("down_blocks up_blocks mid_block input_blocks output_blocks middle_block"
                  + " transformer_blocks single_transformer_blocks double_blocks single_blocks"
                  + " joint_blocks blocks block layers layer encoder decoder text_model"
                  + " attentions resnets downsamplers upsamplers attn attn1 attn2 attn_c attn_x"
                  + " attention self_attn cross_attn img_attn txt_attn context_attn to_q to_k to_v"
                  + " to_qkv to_out q_proj k_proj v_proj o_proj out_proj qkv_proj in_proj"
                  + " add_q_proj add_k_proj add_v_proj add_out_proj to_add_out q k v o qkv proj"
                  + " wq wk wv wo ff ff_context ffn feed_forward net mlp mlp_c mlp_x img_mlp"
                  + " txt_mlp proj_in proj_out proj_mlp gate_proj up_proj down_proj fc1 fc2 w1 w2"
                  + " w3 linear1 linear2 lin mod modulation img_mod txt_mod adaLN_modulation"
                  + " adaLN_modulation_1 norm norm1 norm2 norm3 norm1_context norm_out conv conv1"
                  + " conv2 conv_in conv_out conv_shortcut op in_layers out_layers emb_layers"
                  + " skip_connection time_embed time_embedding time_emb_proj time_in vector_in"
                  + " guidance_in img_in txt_in in_layer out_layer linear linear_1 linear_2"
                  + " add_embedding label_emb x_embedder context_embedder time_text_embed"
                  + " timestep_embedder text_embedder guidance_embedder patch_embed final_layer"
                  + " text_projection embeddings token_embedding position_embedding embed_tokens"
                  + " lm_head noise_refiner context_refiner SelfAttention EncDecAttention"
                  + " DenseReluDense wi_0 wi_1")
              .split(" "));

  /// The maximum number of words of a layer name.
  private static final int MAX_WORDS = 3;

  private FlattenedNames() {}

  /// Returns true if the dots of a name were replaced.
  public static boolean isFlattened(String name) {
    return prefixLength(name) > 0;
  }

  private static int prefixLength(String name) {
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix) && name.length() > prefix.length()) {
        return prefix.length();
      }
    }
    return 0;
  }

  /// Returns the names with dots in place of replaced dots. Their lengths do not change.
  public static List<String> dotted(List<String> names) {
    return names.stream().anyMatch(FlattenedNames::isFlattened)
        ? names.stream().map(FlattenedNames::dotted).toList()
        : names;
  }

  /// Returns a name with dots in place of replaced dots, such as
  /// `lora_unet.down_blocks.0.attentions.1.proj_in`. Returns other names unchanged.
  public static String dotted(String name) {
    int begin = prefixLength(name);
    if (begin == 0) {
      return name;
    }
    int dot = name.indexOf('.', begin);
    int end = dot < 0 ? name.length() : dot;
    char[] dotted = name.toCharArray();
    boolean isAfterUnknown = true;
    setDot(dotted, begin - 1);
    while (begin < end) {
      int known = layerEnd(name, begin, end);
      if (known > 0 || !isAfterUnknown) {
        setDot(dotted, begin - 1);
      }
      isAfterUnknown = known == 0;
      begin = (known > 0 ? known : wordEnd(name, begin, end)) + 1;
    }
    return new String(dotted);
  }

  /// Does not create empty parts.
  private static void setDot(char[] name, int at) {
    if (name[at - 1] != '.' && name[at + 1] != '.' && name[at + 1] != '_') {
      name[at] = '.';
    }
  }

  /// Returns the end of the longest known layer name or of the number at a position, or 0.
  private static int layerEnd(String name, int begin, int end) {
    int wordEnd = wordEnd(name, begin, end);
    int known = 0;
    for (int words = 1; words <= MAX_WORDS && wordEnd <= end; words++) {
      boolean isNumber = words == 1 && isNumber(name, begin, wordEnd);
      known = isNumber || LAYERS.contains(name.substring(begin, wordEnd)) ? wordEnd : known;
      wordEnd = wordEnd == end ? end + 1 : wordEnd(name, wordEnd + 1, end);
    }
    return known;
  }

  private static boolean isNumber(String name, int begin, int end) {
    int at = begin;
    while (at < end && NaturalOrder.isDigit(name.charAt(at))) {
      at++;
    }
    return at == end && end > begin;
  }

  private static int wordEnd(String name, int begin, int end) {
    int underscore = name.indexOf('_', begin);
    return underscore < 0 || underscore > end ? end : underscore;
  }
}
