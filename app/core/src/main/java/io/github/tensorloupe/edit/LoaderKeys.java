package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.text.Sentence;

/// The metadata entries that loaders require, and the reasons.
///
/// Entries that programs only display, sort or compare are not required: `modelspec.*`, `ss_*` and
/// hashes.
///
/// @param isTensor returns true if a tensor with the name is in the file or in a shard of its set
public record LoaderKeys(Predicate<String> isTensor) {

  private static final List<String> INFORMATIONAL_PREFIXES =
      List.of("ss_", "ssmd_", "sshs_", "modelspec.");

  /// Maximum index of the type in a value. torchao entries begin with the type of the tensor, so
  /// the rest of a long value is not searched.
  private static final int MAX_TYPE_INDEX = 200;

  /// Returns the reason why loaders require the entry, or empty if they do not.
  public Optional<Sentence> reason(String key, String value) {
    Sentence known = reason(key);
    if (known != null) {
      return Optional.of(known);
    }
    if (INFORMATIONAL_PREFIXES.stream().anyMatch(key::startsWith)) {
      return Optional.empty();
    }
    if (isTensor.test(value)) {
      return Optional.of(
          Sentence.of(
              "It declares that the tensor \"{0}\" shares the data of \"{1}\"; without it, loaders"
                  + " do not find that tensor.",
              DisplayText.of(key), DisplayText.of(value)));
    }
    return isTorchaoTensor(value)
        ? Optional.of(
            Sentence.of("It says how torchao reassembles this tensor when it loads the file."))
        : Optional.empty();
  }

  /// Returns the reason why loaders require the key regardless of its value, or null.
  private static Sentence reason(String key) {
    return switch (key) {
      case "format" ->
          Sentence.of(
              "It names the framework that wrote the file; transformers and others refuse a"
                  + " file without it.");
      case "_quantization_metadata" ->
          Sentence.of(
              "It gives the number format of each layer; ComfyUI needs it to load the file.");
      case "tensor_names" ->
          Sentence.of("It lists the tensors that torchao reassembles when it loads the file.");
      case "DCP_SHARDING_INFO" ->
          Sentence.of(
              "It describes the part of each tensor in this file; PyTorch needs it to load a"
                  + " distributed checkpoint.");
      case "DCP_VERSION" ->
          Sentence.of(
              "It is the version of the layout of a distributed checkpoint; PyTorch needs it to"
                  + " load one.");
      case "lora_adapter_metadata" ->
          Sentence.of(
              "It is the configuration of the LoRA adapter; diffusers needs it to load the file.");
      case "config" ->
          Sentence.of(
              "It is the configuration of the model; ComfyUI and nunchaku need it to load some"
                  + " models.");
      case "comfy_config" ->
          Sentence.of(
              "It is the configuration of the model for ComfyUI; nunchaku needs it to load the"
                  + " file.");
      case "model_class" ->
          Sentence.of("It names the kind of model; nunchaku needs it to load the file.");
      case "quantization_config" ->
          Sentence.of(
              "It describes how the tensors are quantized; nunchaku needs it to load the file.");
      case "quantization_level" ->
          Sentence.of(
              "It gives the number of bits of the quantized tensors; mflux needs it to load the"
                  + " file.");
      case "mflux_version" ->
          Sentence.of(
              "It marks the file as one that mflux wrote; mflux needs it to load the file.");
      default -> null;
    };
  }

  public boolean isNeeded(String key, String value) {
    return reason(key, value).isPresent();
  }

  private static boolean isTorchaoTensor(String value) {
    int type = value.indexOf("\"_type\"", 0, Math.min(value.length(), MAX_TYPE_INDEX));
    return type >= 0
        && EmbeddedJson.parse(value).orElse(null) instanceof JsonObject(var members)
        && members.stream()
            .filter(member -> member.name().equals("_type"))
            .anyMatch(member -> member.value() instanceof JsonString);
  }
}
