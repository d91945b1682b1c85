package io.github.tensorloupe.model;

import module java.base;

/// The names of adapters and of their tensors.
public final class AdapterNames {

  /// The file name of the weights of PEFT.
  public static final String WEIGHTS = "adapter_model.safetensors";

  /// The file name of the configuration of PEFT.
  public static final String CONFIGURATION = "adapter_config.json";

  /// The prefix that PEFT adds to the names of a model.
  public static final String PEFT_PREFIX = "base_model.model.";

  private static final List<String> MARKS =
      List.of(
          "lora_ .lora. hada_w lokr_w ia3_l oft_blocks oft_R boft_R vera_lambda glora_".split(" "));

  private AdapterNames() {}

  /// Returns true if the tensor is a factor of an adapter.
  public static boolean isFactor(String name) {
    return MARKS.stream().anyMatch(name::contains);
  }

  /// Returns true if a name has the prefix of PEFT.
  public static boolean isOfPeft(String name) {
    return name.startsWith(PEFT_PREFIX);
  }

  /// Returns the path of a module in the base: its name without the prefix of PEFT.
  public static String path(String name) {
    return isOfPeft(name) ? name.substring(PEFT_PREFIX.length()) : name;
  }
}
