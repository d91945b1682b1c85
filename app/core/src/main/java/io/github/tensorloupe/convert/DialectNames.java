package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.adapter.DiffusersNames;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.model.AdapterNames;

/// The names of adapter modules in several dialects.
///
/// Sources: kohya-ss sd-scripts `networks/lora.py`; diffusers `loaders/lora_conversion_utils.py`.
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

  /// The path of a layer in all blocks.
  ///
  /// @param path the path, in which `N` stands for a number
  /// @param underscored matches the path with underscores in place of dots
  private record LayerPath(String path, Pattern underscored) {

    static List<LayerPath> all(List<String> paths) {
      return paths.stream().map(LayerPath::of).toList();
    }

    private static LayerPath of(String path) {
      String expression = path.replace('.', '_').replace("N", "(\\d{1,4})");
      return new LayerPath(path, Pattern.compile(expression));
    }

    /// Returns the path with the numbers of an underscored name, or empty if the name differs.
    Optional<String> dotted(String name) {
      Matcher matcher = underscored.matcher(name);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String dotted = path;
      for (int group = 1; group <= matcher.groupCount(); group++) {
        dotted = dotted.replaceFirst("N", matcher.group(group));
      }
      return Optional.of(dotted);
    }
  }

  private static final String ATTENTION =
      "proj_in proj_out transformer_blocks.N.attn1.to_q transformer_blocks.N.attn1.to_k"
          + " transformer_blocks.N.attn1.to_v transformer_blocks.N.attn1.to_out.0"
          + " transformer_blocks.N.attn2.to_q transformer_blocks.N.attn2.to_k"
          + " transformer_blocks.N.attn2.to_v transformer_blocks.N.attn2.to_out.0"
          + " transformer_blocks.N.ff.net.0.proj transformer_blocks.N.ff.net.2";

  /// Layers outside of the blocks, from single-file names to diffusers names.
  private static final Map<String, String> OUTSIDE =
      Map.of(
          "time_embed.0", "time_embedding.linear_1",
          "time_embed.2", "time_embedding.linear_2",
          "label_emb.0.0", "add_embedding.linear_1",
          "label_emb.0.2", "add_embedding.linear_2",
          "input_blocks.0.0", "conv_in",
          "out.2", "conv_out");

  private static final List<LayerPath> TEXT =
      LayerPath.all(
          List.of(
              "text_model.encoder.layers.N.self_attn.q_proj",
              "text_model.encoder.layers.N.self_attn.k_proj",
              "text_model.encoder.layers.N.self_attn.v_proj",
              "text_model.encoder.layers.N.self_attn.out_proj",
              "text_model.encoder.layers.N.mlp.fc1",
              "text_model.encoder.layers.N.mlp.fc2"));

  /// The layers of the U-Net in diffusers.
  private static final List<LayerPath> UNET = unet();

  /// The layers of the U-Net in single files.
  private static final List<LayerPath> SINGLE_FILE = singleFile();

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

  private static final Pattern TEXT_ENCODER = Pattern.compile("lora_te([12]?)_(.+)");
  private static final Pattern FLUX = Pattern.compile("(double|single)_blocks_(\\d{1,4})_(\\w+)");

  private DialectNames() {}

  private static List<LayerPath> unet() {
    List<String> paths = new ArrayList<>(OUTSIDE.values());
    for (String block : List.of("down_blocks.N", "up_blocks.N", "mid_block")) {
      for (String layer : ATTENTION.split(" ")) {
        paths.add(block + ".attentions.N." + layer);
      }
      DiffusersNames.IN_RESNET.values().forEach(layer -> paths.add(block + ".resnets.N." + layer));
    }
    paths.add("down_blocks.N.downsamplers.0.conv");
    paths.add("up_blocks.N.upsamplers.0.conv");
    return LayerPath.all(paths);
  }

  private static List<LayerPath> singleFile() {
    List<String> paths = new ArrayList<>(OUTSIDE.keySet());
    for (String block : List.of("input_blocks.N.N", "output_blocks.N.N", "middle_block.N")) {
      for (String layer : ATTENTION.split(" ")) {
        paths.add(block + "." + layer);
      }
      DiffusersNames.IN_RESNET.keySet().forEach(layer -> paths.add(block + "." + layer));
    }
    paths.add("input_blocks.N.0.op");
    paths.add("output_blocks.N.N.conv");
    return LayerPath.all(paths);
  }

  /// Returns the path with dots for an underscored name, or empty if no path or several paths
  /// match.
  private static Optional<String> dotted(String name, List<LayerPath> paths) {
    List<String> matches = paths.stream().flatMap(path -> path.dotted(name).stream()).toList();
    return matches.size() == 1 ? Optional.of(matches.getFirst()) : Optional.empty();
  }

  private static boolean isOf(String path, List<LayerPath> paths) {
    return dotted(path.replace('.', '_'), paths).filter(path::equals).isPresent();
  }

  /// Returns the dialect of a module.
  static Dialect dialect(String module) {
    if (AdapterNames.isOfPeft(module)) {
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
      case PEFT, NATIVE -> List.of(ofPath(AdapterNames.path(module)));
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
    Matcher text = TEXT_ENCODER.matcher(module);
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
    return Optional.of(DiffusersNames.of(path)).filter(name -> !name.equals(path));
  }

  /// Returns the name of a part in a dialect, or empty if it cannot be written in it.
  ///
  /// @param isSdxl true to use the names of single files for kohya, as for Stable Diffusion XL
  static Optional<String> name(Part part, Dialect dialect, boolean isSdxl) {
    String path = part.path();
    return switch (dialect) {
      case PEFT -> Optional.of(AdapterNames.PEFT_PREFIX + path);
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
    return DiffusersNames.singleFile(path);
  }
}
