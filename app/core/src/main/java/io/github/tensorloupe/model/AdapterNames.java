package io.github.tensorloupe.model;

import module java.base;

/// The names of tensors in adapters.
public final class AdapterNames {

  private static final List<String> MARKS =
      List.of(
          "lora_ .lora. hada_w lokr_w ia3_l oft_blocks oft_R boft_R vera_lambda glora_".split(" "));

  private AdapterNames() {}

  /// Returns true if the tensor is a factor of an adapter.
  public static boolean isFactor(String name) {
    return MARKS.stream().anyMatch(name::contains);
  }
}
