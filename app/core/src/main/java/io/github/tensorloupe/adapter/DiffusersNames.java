package io.github.tensorloupe.adapter;

import module java.base;

/// The names that diffusers has for the layers of a single-file Stable Diffusion.
///
/// Source: diffusers `scripts/convert_original_stable_diffusion_to_diffusers.py`.
final class DiffusersNames {

  private static final Pattern BLOCK =
      Pattern.compile("(input|output)_blocks\\.(\\d{1,4})\\.(\\d)\\.(.+)", Pattern.DOTALL);
  private static final Map<String, String> MIDDLE =
      Map.of(
          "middle_block.0.", "mid_block.resnets.0.",
          "middle_block.1.", "mid_block.attentions.0.",
          "middle_block.2.", "mid_block.resnets.1.",
          "time_embed.0", "time_embedding.linear_1",
          "time_embed.2", "time_embedding.linear_2");
  private static final Map<String, String> IN_RESNET =
      Map.of(
          "in_layers.2", "conv1",
          "out_layers.3", "conv2",
          "emb_layers.1", "time_emb_proj",
          "skip_connection", "conv_shortcut");

  private DiffusersNames() {}

  /// The name of a layer without prefixes; the same where diffusers has no other.
  static String of(String stem) {
    Matcher matcher = BLOCK.matcher(stem);
    if (matcher.matches()) {
      return ofBlock(
          matcher.group(1).equals("input"),
          Integer.parseInt(matcher.group(2)),
          matcher.group(3),
          matcher.group(4),
          stem);
    }
    return MIDDLE.entrySet().stream()
        .filter(entry -> stem.startsWith(entry.getKey()))
        .findFirst()
        .map(entry -> inResnet(entry.getValue() + stem.substring(entry.getKey().length())))
        .orElse(stem);
  }

  private static String ofBlock(
      boolean isInput, int number, String place, String rest, String stem) {
    if (isInput && number == 0) {
      return stem;
    }
    int block = isInput ? (number - 1) / 3 : number / 3;
    int layer = isInput ? (number - 1) % 3 : number % 3;
    String blocks = isInput ? "down_blocks." : "up_blocks.";
    if (isInput && place.equals("0") && rest.equals("op")) {
      return blocks + block + ".downsamplers.0.conv";
    } else if (!isInput && rest.equals("conv")) {
      return blocks + block + ".upsamplers.0.conv";
    } else if (place.equals("0")) {
      return inResnet(blocks + block + ".resnets." + layer + "." + rest);
    } else if (place.equals("1")) {
      return blocks + block + ".attentions." + layer + "." + rest;
    }
    return stem;
  }

  private static String inResnet(String name) {
    return IN_RESNET.entrySet().stream()
        .filter(entry -> name.contains(".resnets.") && name.endsWith("." + entry.getKey()))
        .findFirst()
        .map(entry -> name.substring(0, name.length() - entry.getKey().length()) + entry.getValue())
        .orElse(name);
  }
}
