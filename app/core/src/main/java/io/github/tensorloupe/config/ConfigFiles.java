package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.text.Sentence;

/// The configuration files in the folder of a checkpoint.
///
/// @param names the names of the existing files
/// @param root `config.json` or `adapter_config.json`, or a section without keys
/// @param unreadable findings about files without a JSON object
record ConfigFiles(List<String> names, Section root, List<Finding> unreadable) {

  static final String MODEL = "config.json";
  private static final String ADAPTER = "adapter_config.json";
  private static final List<String> QUANTIZATION =
      List.of("hf_quant_config.json", "quantize_config.json", "quant_config.json");

  /// Reads the files for adapters or for models.
  static ConfigFiles of(ConfigurationFiles files, boolean isAdapter) {
    String name = isAdapter ? ADAPTER : MODEL;
    JsonNode node = LimitedJson.parse(files.text(name));
    List<String> names =
        Stream.concat(Stream.of(name), isAdapter ? Stream.empty() : QUANTIZATION.stream())
            .filter(files::isFile)
            .toList();
    boolean isUnreadable = names.contains(name) && !node.isObject() && !files.isTooLong(name);
    Finding unreadable =
        Finding.of(
            FindingCode.CONFIG_UNREADABLE,
            Sentence.of(
                "{0} is not a JSON object; it may be truncated. Loaders stop before they read a"
                    + " tensor.",
                name));
    return new ConfigFiles(
        names, new Section(name, "", node), isUnreadable ? List.of(unreadable) : List.of());
  }
}
