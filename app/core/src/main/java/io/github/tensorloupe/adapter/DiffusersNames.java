package io.github.tensorloupe.adapter;

import module java.base;

/// Conversions between the layer names of single-file Stable Diffusion checkpoints and of
/// diffusers.
///
/// Source: diffusers `scripts/convert_original_stable_diffusion_to_diffusers.py`.
public final class DiffusersNames {

  private static final Pattern BLOCK =
      Pattern.compile("(input|output)_blocks\\.(\\d{1,4})\\.(\\d)\\.(.+)", Pattern.DOTALL);
  private static final Pattern MID_BLOCK =
      Pattern.compile("mid_block\\.(attentions|resnets)\\.([01])\\.(.+)");
  private static final Pattern SAMPLER =
      Pattern.compile("(down|up)_blocks\\.(\\d+)\\.(down|up)samplers\\.0\\.conv");
  private static final Pattern LAYER =
      Pattern.compile("(down|up)_blocks\\.(\\d+)\\.(attentions|resnets)\\.(\\d+)\\.(.+)");
  private static final Map<String, String> MIDDLE =
      Map.of(
          "middle_block.0.", "mid_block.resnets.0.",
          "middle_block.1.", "mid_block.attentions.0.",
          "middle_block.2.", "mid_block.resnets.1.",
          "time_embed.0", "time_embedding.linear_1",
          "time_embed.2", "time_embedding.linear_2");

  /// The layers of residual blocks, from single-file names to diffusers names.
  public static final Map<String, String> IN_RESNET =
      Map.of(
          "in_layers.2", "conv1",
          "out_layers.3", "conv2",
          "emb_layers.1", "time_emb_proj",
          "skip_connection", "conv_shortcut");

  private DiffusersNames() {}

  /// Returns the diffusers name of a single-file name. Other names are returned unchanged.
  public static String of(String stem) {
    Matcher matcher = BLOCK.matcher(stem);
    if (!matcher.matches()) {
      for (Map.Entry<String, String> entry : MIDDLE.entrySet()) {
        if (stem.startsWith(entry.getKey())) {
          return inResnet(entry.getValue() + stem.substring(entry.getKey().length()));
        }
      }
      return stem;
    }
    boolean isInput = matcher.group(1).equals("input");
    int index = Integer.parseInt(matcher.group(2)) - (isInput ? 1 : 0);
    String place = matcher.group(3);
    String rest = matcher.group(4);
    String block = (isInput ? "down_blocks." : "up_blocks.") + index / 3;
    if (index < 0) {
      return stem;
    } else if (isInput && place.equals("0") && rest.equals("op")) {
      return block + ".downsamplers.0.conv";
    } else if (!isInput && rest.equals("conv")) {
      return block + ".upsamplers.0.conv";
    }
    return switch (place) {
      case "0" -> inResnet(block + ".resnets." + index % 3 + "." + rest);
      case "1" -> block + ".attentions." + index % 3 + "." + rest;
      default -> stem;
    };
  }

  private static String inResnet(String name) {
    for (Map.Entry<String, String> entry : IN_RESNET.entrySet()) {
      if (name.contains(".resnets.") && name.endsWith("." + entry.getKey())) {
        return name.substring(0, name.length() - entry.getKey().length()) + entry.getValue();
      }
    }
    return name;
  }

  /// Returns the single-file name of a layer in a block in diffusers, or empty for other names.
  public static Optional<String> singleFile(String name) {
    Matcher middle = MID_BLOCK.matcher(name);
    if (middle.matches()) {
      boolean isAttention = middle.group(1).equals("attentions");
      int number = isAttention ? 1 : 2 * Integer.parseInt(middle.group(2));
      return Optional.of("middle_block." + number + "." + singleFileLayer(middle.group(3)));
    }
    Matcher sampler = SAMPLER.matcher(name);
    if (sampler.matches()) {
      int block = Integer.parseInt(sampler.group(2));
      // The last block of Stable Diffusion XL has no attentions.
      return Optional.of(
          sampler.group(1).equals("down")
              ? "input_blocks." + (3 * block + 3) + ".0.op"
              : "output_blocks." + (3 * block + 2) + "." + (block < 2 ? 2 : 1) + ".conv");
    }
    Matcher layer = LAYER.matcher(name);
    if (!layer.matches()) {
      return Optional.empty();
    }
    boolean isDown = layer.group(1).equals("down");
    int number =
        3 * Integer.parseInt(layer.group(2)) + Integer.parseInt(layer.group(4)) + (isDown ? 1 : 0);
    String place = layer.group(3).equals("attentions") ? ".1." : ".0.";
    return Optional.of(
        (isDown ? "input_blocks." : "output_blocks.")
            + number
            + place
            + singleFileLayer(layer.group(5)));
  }

  private static String singleFileLayer(String layer) {
    return IN_RESNET.entrySet().stream()
        .filter(entry -> entry.getValue().equals(layer))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(layer);
  }
}
