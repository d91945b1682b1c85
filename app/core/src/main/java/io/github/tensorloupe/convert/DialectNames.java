package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.convert.AdapterOperation.Dialect;

/// The names of adapter modules in several dialects.
///
/// Sources: kohya-ss sd-scripts `networks/lora.py`; diffusers `loaders/lora_conversion_utils.py`,
/// `scripts/convert_original_stable_diffusion_to_diffusers.py`.
final class DialectNames {

  /// The part of a pipeline that a module belongs to.
  enum Component {
    UNET("unet.", "lora_unet_"),
    TRANSFORMER("transformer.", ""),
    TEXT_ENCODER("text_encoder.", "lora_te_"),
    TEXT_ENCODER_2("text_encoder_2.", "lora_te2_"),
    /// A model that is not part of a pipeline, or whose part is not known.
    NONE("", "");

    final String prefix;
    final String kohya;

    Component(String prefix, String kohya) {
      this.prefix = prefix;
      this.kohya = kohya;
    }
  }

  /// A module of a model.
  ///
  /// @param path the name in diffusers, without the prefix of the component
  /// @param rowBegin the first output of the module in a fused module, in units of the number of
  ///   inputs, or of a third of the outputs
  /// @param isFused true if the module is a part of a fused module
  record Part(Component component, String path, int rowBegin, boolean isFused) {

    static Part whole(Component component, String path) {
      return new Part(component, path, 0, false);
    }
  }

  private static final String WRAPPER = "base_model.model.";

  private static final String ATTENTION =
      "proj_in proj_out transformer_blocks.N.attn1.to_q transformer_blocks.N.attn1.to_k"
          + " transformer_blocks.N.attn1.to_v transformer_blocks.N.attn1.to_out.0"
          + " transformer_blocks.N.attn2.to_q transformer_blocks.N.attn2.to_k"
          + " transformer_blocks.N.attn2.to_v transformer_blocks.N.attn2.to_out.0"
          + " transformer_blocks.N.ff.net.0.proj transformer_blocks.N.ff.net.2";

  private static final Map<String, String> RESNET =
      Map.of(
          "in_layers.2", "conv1",
          "out_layers.3", "conv2",
          "emb_layers.1", "time_emb_proj",
          "skip_connection", "conv_shortcut");

  /// Layers outside of the blocks, from single-file names to diffusers names.
  private static final Map<String, String> OUTSIDE =
      Map.of(
          "time_embed.0", "time_embedding.linear_1",
          "time_embed.2", "time_embedding.linear_2",
          "label_emb.0.0", "add_embedding.linear_1",
          "label_emb.0.2", "add_embedding.linear_2",
          "input_blocks.0.0", "conv_in",
          "out.2", "conv_out");

  private static final List<String> TEXT =
      List.of(
          "text_model.encoder.layers.N.self_attn.q_proj",
          "text_model.encoder.layers.N.self_attn.k_proj",
          "text_model.encoder.layers.N.self_attn.v_proj",
          "text_model.encoder.layers.N.self_attn.out_proj",
          "text_model.encoder.layers.N.mlp.fc1",
          "text_model.encoder.layers.N.mlp.fc2");

  /// The layers of the U-Net in diffusers and in single files. `N` stands for a number.
  private static final List<String> UNET = unet();

  private static final List<String> SINGLE_FILE = singleFile();

  /// Blocks of Flux in kohya names, and the modules in diffusers that they are split into.
  private static final Map<String, List<String>> FLUX_DOUBLE =
      Map.of(
          "img_attn_qkv", List.of("attn.to_q", "attn.to_k", "attn.to_v"),
          "txt_attn_qkv", List.of("attn.add_q_proj", "attn.add_k_proj", "attn.add_v_proj"),
          "img_attn_proj", List.of("attn.to_out.0"),
          "txt_attn_proj", List.of("attn.to_add_out"),
          "img_mod_lin", List.of("norm1.linear"),
          "txt_mod_lin", List.of("norm1_context.linear"),
          "img_mlp_0", List.of("ff.net.0.proj"),
          "img_mlp_2", List.of("ff.net.2"),
          "txt_mlp_0", List.of("ff_context.net.0.proj"),
          "txt_mlp_2", List.of("ff_context.net.2"));

  private static final Map<String, List<String>> FLUX_SINGLE =
      Map.of(
          "linear1", List.of("attn.to_q", "attn.to_k", "attn.to_v", "proj_mlp"),
          "linear2", List.of("proj_out"),
          "modulation_lin", List.of("norm.linear"));

  private static final Pattern FLUX = Pattern.compile("(double|single)_blocks_(\\d{1,4})_(\\w+)");

  private DialectNames() {}

  private static List<String> unet() {
    List<String> paths = new ArrayList<>(OUTSIDE.values());
    for (String block : List.of("down_blocks.N", "up_blocks.N", "mid_block")) {
      for (String layer : ATTENTION.split(" ")) {
        paths.add(block + ".attentions.N." + layer);
      }
      RESNET.values().forEach(layer -> paths.add(block + ".resnets.N." + layer));
    }
    paths.add("down_blocks.N.downsamplers.0.conv");
    paths.add("up_blocks.N.upsamplers.0.conv");
    return List.copyOf(paths);
  }

  private static List<String> singleFile() {
    List<String> paths = new ArrayList<>(OUTSIDE.keySet());
    for (String block : List.of("input_blocks.N.N", "output_blocks.N.N", "middle_block.N")) {
      for (String layer : ATTENTION.split(" ")) {
        paths.add(block + "." + layer);
      }
      RESNET.keySet().forEach(layer -> paths.add(block + "." + layer));
    }
    paths.add("input_blocks.N.0.op");
    paths.add("output_blocks.N.N.conv");
    return List.copyOf(paths);
  }

  /// Returns the path with dots for an underscored name, or empty if no path or several paths
  /// match.
  private static Optional<String> dotted(String name, List<String> paths) {
    List<String> matches = new ArrayList<>();
    for (String path : paths) {
      String expression = path.replace('.', '_').replace("N", "(\\d{1,4})");
      Matcher matcher = Pattern.compile(expression).matcher(name);
      if (matcher.matches()) {
        String filled = path;
        for (int group = 1; group <= matcher.groupCount(); group++) {
          filled = filled.replaceFirst("N", matcher.group(group));
        }
        matches.add(filled);
      }
    }
    return matches.size() == 1 ? Optional.of(matches.getFirst()) : Optional.empty();
  }

  private static boolean isOf(String path, List<String> paths) {
    return dotted(path.replace('.', '_'), paths).filter(path::equals).isPresent();
  }

  /// Returns the dialect of a module.
  static Dialect dialect(String module) {
    if (module.startsWith(WRAPPER)) {
      return Dialect.PEFT;
    } else if (module.startsWith("lora_")) {
      return Dialect.KOHYA;
    }
    return Arrays.stream(Component.values())
            .anyMatch(each -> !each.prefix.isEmpty() && module.startsWith(each.prefix))
        ? Dialect.DIFFUSERS
        : Dialect.NATIVE;
  }

  /// Returns the parts of a module, or an empty list if its name is not known.
  static List<Part> parts(String module) {
    return switch (dialect(module)) {
      case KOHYA -> ofKohya(module);
      case DIFFUSERS -> {
        Component component =
            Arrays.stream(Component.values())
                .filter(each -> module.startsWith(each.prefix))
                .findFirst()
                .orElseThrow();
        yield List.of(Part.whole(component, module.substring(component.prefix.length())));
      }
      case PEFT -> List.of(ofPath(module.substring(WRAPPER.length())));
      case NATIVE -> List.of(ofPath(module));
    };
  }

  private static Part ofPath(String path) {
    if (isOf(path, UNET)) {
      return Part.whole(Component.UNET, path);
    } else if (isOf(path, TEXT)) {
      return Part.whole(Component.TEXT_ENCODER, path);
    }
    boolean isOfTransformer =
        path.startsWith("transformer_blocks.") || path.startsWith("single_transformer_blocks.");
    return Part.whole(isOfTransformer ? Component.TRANSFORMER : Component.NONE, path);
  }

  private static List<Part> ofKohya(String module) {
    Matcher text = Pattern.compile("lora_te([12]?)_(.+)").matcher(module);
    if (text.matches()) {
      Component component =
          text.group(1).equals("2") ? Component.TEXT_ENCODER_2 : Component.TEXT_ENCODER;
      return dotted(text.group(2), TEXT).stream().map(path -> Part.whole(component, path)).toList();
    }
    if (!module.startsWith(Component.UNET.kohya)) {
      return List.of();
    }
    String name = module.substring(Component.UNET.kohya.length());
    Matcher flux = FLUX.matcher(name);
    if (flux.matches()) {
      return ofFlux(flux);
    }
    Optional<String> path = dotted(name, UNET);
    if (path.isEmpty()) {
      path = dotted(name, SINGLE_FILE).flatMap(DialectNames::ofSingleFile);
    }
    return path.stream().map(each -> Part.whole(Component.UNET, each)).toList();
  }

  private static List<Part> ofFlux(Matcher name) {
    boolean isDouble = name.group(1).equals("double");
    List<String> layers =
        (isDouble ? FLUX_DOUBLE : FLUX_SINGLE).getOrDefault(name.group(3), List.of());
    String block = (isDouble ? "" : "single_") + "transformer_blocks." + name.group(2) + ".";
    return IntStream.range(0, layers.size())
        .mapToObj(i -> new Part(Component.TRANSFORMER, block + layers.get(i), i, layers.size() > 1))
        .toList();
  }

  private static Optional<String> ofSingleFile(String path) {
    if (OUTSIDE.containsKey(path)) {
      return Optional.of(OUTSIDE.get(path));
    }
    Matcher middle = Pattern.compile("middle_block\\.([012])\\.(.+)").matcher(path);
    if (middle.matches()) {
      int number = Integer.parseInt(middle.group(1));
      String layer = middle.group(2);
      return Optional.of(
          number == 1
              ? "mid_block.attentions.0." + layer
              : "mid_block.resnets." + number / 2 + "." + RESNET.getOrDefault(layer, layer));
    }
    Matcher block = Pattern.compile("(input|output)_blocks\\.(\\d+)\\.(\\d)\\.(.+)").matcher(path);
    if (!block.matches()) {
      return Optional.empty();
    }
    boolean isInput = block.group(1).equals("input");
    int index = Integer.parseInt(block.group(2)) - (isInput ? 1 : 0);
    String prefix = (isInput ? "down_blocks." : "up_blocks.") + index / 3 + ".";
    String layer = block.group(4);
    if (layer.equals("op")) {
      return Optional.of(prefix + "downsamplers.0.conv");
    } else if (layer.equals("conv")) {
      return Optional.of(prefix + "upsamplers.0.conv");
    }
    return switch (block.group(3)) {
      case "0" ->
          Optional.of(prefix + "resnets." + index % 3 + "." + RESNET.getOrDefault(layer, layer));
      case "1" -> Optional.of(prefix + "attentions." + index % 3 + "." + layer);
      default -> Optional.empty();
    };
  }

  /// Returns the name of a part in a dialect, or empty if it cannot be written in it.
  ///
  /// @param isSdxl true to use the names of single files for kohya, as for Stable Diffusion XL
  static Optional<String> name(Part part, Dialect dialect, boolean isSdxl) {
    String path = part.path();
    return switch (dialect) {
      case PEFT -> Optional.of(WRAPPER + path);
      case NATIVE -> Optional.of(path);
      case DIFFUSERS ->
          part.component() == Component.NONE
              ? Optional.empty()
              : Optional.of(part.component().prefix + path);
      case KOHYA ->
          switch (part.component()) {
            case UNET -> {
              Optional<String> known =
                  isSdxl ? toSingleFile(path) : Optional.of(path).filter(each -> isOf(each, UNET));
              yield known.map(each -> part.component().kohya + each.replace('.', '_'));
            }
            case TEXT_ENCODER, TEXT_ENCODER_2 -> {
              String prefix =
                  isSdxl && part.component() == Component.TEXT_ENCODER
                      ? "lora_te1_"
                      : part.component().kohya;
              yield Optional.of(path)
                  .filter(each -> isOf(each, TEXT))
                  .map(each -> prefix + each.replace('.', '_'));
            }
            case TRANSFORMER, NONE -> Optional.empty();
          };
    };
  }

  private static Optional<String> toSingleFile(String path) {
    for (Map.Entry<String, String> entry : OUTSIDE.entrySet()) {
      if (entry.getValue().equals(path)) {
        return Optional.of(entry.getKey());
      }
    }
    Matcher middle =
        Pattern.compile("mid_block\\.(attentions|resnets)\\.([01])\\.(.+)").matcher(path);
    if (middle.matches()) {
      boolean isAttention = middle.group(1).equals("attentions");
      int number = isAttention ? 1 : 2 * Integer.parseInt(middle.group(2));
      return Optional.of("middle_block." + number + "." + singleFileLayer(middle.group(3)));
    }
    Matcher sampler =
        Pattern.compile("(down|up)_blocks\\.(\\d+)\\.(down|up)samplers\\.0\\.conv").matcher(path);
    if (sampler.matches()) {
      int block = Integer.parseInt(sampler.group(2));
      // The last block of Stable Diffusion XL has no attentions.
      return Optional.of(
          sampler.group(1).equals("down")
              ? "input_blocks." + (3 * block + 3) + ".0.op"
              : "output_blocks." + (3 * block + 2) + "." + (block < 2 ? 2 : 1) + ".conv");
    }
    Matcher layer =
        Pattern.compile("(down|up)_blocks\\.(\\d+)\\.(attentions|resnets)\\.(\\d+)\\.(.+)")
            .matcher(path);
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
    return RESNET.entrySet().stream()
        .filter(entry -> entry.getValue().equals(layer))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(layer);
  }
}
