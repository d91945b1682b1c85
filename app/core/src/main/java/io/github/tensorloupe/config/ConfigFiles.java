package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;

/// The configuration files in the folder of a checkpoint.
///
/// @param model `config.json`, or a section without keys
/// @param adapter `adapter_config.json`, or a section without keys
/// @param unreadable findings about files without a JSON object
record ConfigFiles(Section model, Section adapter, List<Finding> unreadable) {

  static final String MODEL = "config.json";
  static final String ADAPTER = "adapter_config.json";
  static final List<String> QUANTIZATION =
      List.of("hf_quant_config.json", "quantize_config.json", "quant_config.json");

  static final long MAX_BYTES = 4 << 20;

  /// Reads the file for models or for adapters.
  static ConfigFiles read(Path folder, boolean isAdapter) {
    List<Finding> unreadable = new ArrayList<>();
    Section none = new Section(MODEL, "", MissingNode.getInstance());
    return isAdapter
        ? new ConfigFiles(none, read(folder, ADAPTER, unreadable), unreadable)
        : new ConfigFiles(read(folder, MODEL, unreadable), none, unreadable);
  }

  private static Section read(Path folder, String name, List<Finding> unreadable) {
    JsonNode node =
        SmallFiles.unicodeText(folder.resolve(name), MAX_BYTES)
            .map(LimitedJson::parse)
            .orElse(MissingNode.getInstance());
    boolean exists = Files.isRegularFile(folder.resolve(name));
    if (!node.isObject() && exists && size(folder.resolve(name)) <= MAX_BYTES) {
      unreadable.add(
          Finding.of(
              FindingCode.CONFIG_UNREADABLE,
              Sentence.of(
                  "{0} is not a JSON object; it may be truncated. Loaders stop before they read a"
                      + " tensor.",
                  name)));
    }
    return new Section(name, "", node);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /// Returns the names of the existing files.
  static List<String> names(Path folder, boolean isAdapter) {
    List<String> names = new ArrayList<>();
    for (String name : isAdapter ? List.of(ADAPTER) : List.of(MODEL)) {
      if (Files.isRegularFile(folder.resolve(name))) {
        names.add(name);
      }
    }
    for (String name : isAdapter ? List.<String>of() : QUANTIZATION) {
      if (Files.isRegularFile(folder.resolve(name))) {
        names.add(name);
      }
    }
    return names;
  }
}
