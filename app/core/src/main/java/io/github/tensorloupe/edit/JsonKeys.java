package io.github.tensorloupe.edit;

import module java.base;

/// The metadata keys whose values are JSON.
final class JsonKeys {

  /// Always JSON, or `None` where kohya's scripts had nothing to write.
  private static final Set<String> ALWAYS =
      Set.of(
          "ss_tag_frequency",
          "ss_dataset_dirs",
          "ss_reg_dataset_dirs",
          "ss_datasets",
          "ss_bucket_info",
          "ss_network_args",
          "ssmd_cover_images",
          "ot_config",
          "lora_adapter_metadata",
          "tensor_names",
          "_quantization_metadata",
          "DCP_SHARDING_INFO");

  /// JSON from the programs that made these keys known; others use the same words for plain text.
  private static final Set<String> OFTEN =
      Set.of(
          "software",
          "training_info",
          "prompt",
          "workflow",
          "config",
          "quantization_config",
          "comfy_config");

  private JsonKeys() {}

  /// Whether an entry ought to hold JSON.
  static boolean expectJson(String key, String value) {
    if (ALWAYS.contains(key)) {
      return !value.equals("None");
    }
    return OFTEN.contains(key) && (value.startsWith("{") || value.startsWith("["));
  }
}
