package io.github.tensorloupe.config;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.model.ConfigurationFiles.Content;
import io.github.tensorloupe.text.Sentence;

/// The configuration files in the folder of a checkpoint.
///
/// @param names the names of the existing files
/// @param root `config.json` or `adapter_config.json`, or a section without keys
/// @param unreadable findings about files that loaders or this program cannot read
record ConfigFiles(List<String> names, Section root, List<Finding> unreadable) {

  static final String MODEL = "config.json";
  private static final List<String> QUANTIZATION =
      List.of("hf_quant_config.json", "quantize_config.json", "quant_config.json");

  /// Reads the files for adapters or for models.
  static ConfigFiles of(ConfigurationFiles files, boolean isAdapter) {
    String name = isAdapter ? AdapterNames.CONFIGURATION : MODEL;
    JsonNode node = files.content(name).parsed(LimitedJson::parse);
    List<String> names =
        Stream.concat(Stream.of(name), isAdapter ? Stream.empty() : QUANTIZATION.stream())
            .filter(each -> files.isFile(each) || files.content(each).failure().isPresent())
            .toList();
    Optional<Finding> unreadable =
        names.contains(name) ? unreadable(name, files.content(name), node) : Optional.empty();
    return new ConfigFiles(names, new Section(name, "", node), unreadable.stream().toList());
  }

  private static Optional<Finding> unreadable(String name, Content content, JsonNode node) {
    if (content.failure().isPresent()) {
      return Optional.of(unknown(content.failure().get().sentence()));
    }
    if (content.isTooLong() || LimitedJson.isExcessive(node)) {
      return Optional.of(
          unknown(Sentence.of("{0} is too large or too deeply nested to be read.", name)));
    }
    if (node.isObject() && !content.hasByteOrderMark()) {
      return Optional.empty();
    }
    String pattern =
        node.isObject()
            ? "{0} begins with a byte order mark. Loaders stop before they read a tensor, because"
                + " Python does not accept the mark in JSON. Save the file in UTF-8 without it."
            : "{0} is not a JSON object; it may be truncated. Loaders stop before they read a"
                + " tensor.";
    return Optional.of(Finding.of(FindingCode.CONFIG_UNREADABLE, Sentence.of(pattern, name)));
  }

  private static Finding unknown(Sentence reason) {
    return new Finding(
        FindingCode.CONFIG_UNREADABLE,
        reason.then(Sentence.of("It is unknown whether the tensors agree with the configuration.")),
        Optional.empty(),
        Optional.empty(),
        Severity.WARNING);
  }
}
