package io.github.tensorloupe.desktop.pane.metadata;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The metadata keys whose meaning is known. Their sentences stand in the message bundle.
///
/// Keys that look like tensor names are left unexplained: writers note shared weights that way.
final class KnownKeys {

  private static final String MESSAGE_PREFIX = "metadata.known.";

  private static final Set<String> KEYS =
      Set.of(
          "format",
          "total_parameters",
          "__spacer",
          "software",
          "training_info",
          "prompt",
          "workflow",
          "ot_branch",
          "ot_revision",
          "ot_config",
          "lora_adapter_metadata",
          "tensor_names",
          "_quantization_metadata",
          "DCP_SHARDING_INFO",
          "DCP_VERSION",
          "sshs_model_hash",
          "sshs_legacy_hash",
          "ss_base_model_version",
          "ss_bucket_info",
          "ss_clip_skip",
          "ss_dataset_dirs",
          "ss_datasets",
          "ss_epoch",
          "ss_fp8_base",
          "ss_learning_rate",
          "ss_loss_type",
          "ss_lr_scheduler",
          "ss_max_train_steps",
          "ss_mixed_precision",
          "ss_network_alpha",
          "ss_network_args",
          "ss_network_dim",
          "ss_network_dropout",
          "ss_network_module",
          "ss_new_sd_model_hash",
          "ss_new_vae_hash",
          "ss_num_epochs",
          "ss_num_train_images",
          "ss_optimizer",
          "ss_output_name",
          "ss_reg_dataset_dirs",
          "ss_resolution",
          "ss_sd_model_hash",
          "ss_sd_model_name",
          "ss_sd_scripts_commit_hash",
          "ss_seed",
          "ss_session_id",
          "ss_steps",
          "ss_tag_frequency",
          "ss_text_encoder_lr",
          "ss_training_comment",
          "ss_training_finished_at",
          "ss_training_started_at",
          "ss_unet_lr",
          "ss_v2",
          "ss_vae_hash",
          "ss_vae_name",
          "modelspec.architecture",
          "modelspec.author",
          "modelspec.date",
          "modelspec.description",
          "modelspec.encoder_layer",
          "modelspec.hash_sha256",
          "modelspec.implementation",
          "modelspec.license",
          "modelspec.merged_from",
          "modelspec.prediction_type",
          "modelspec.resolution",
          "modelspec.sai_model_spec",
          "modelspec.tags",
          "modelspec.thumbnail",
          "modelspec.timestep_range",
          "modelspec.title",
          "modelspec.trigger_phrase",
          "modelspec.usage_hint",
          "auto_gptq_version",
          "config",
          "comfy_config",
          "model_class",
          "quantization_config",
          "quantization_level",
          "mflux_version",
          "ssmd_display_name",
          "ssmd_author",
          "ssmd_source",
          "ssmd_keywords",
          "ssmd_description",
          "ssmd_rating",
          "ssmd_tags",
          "ssmd_version",
          "ssmd_cover_images",
          "modelspec.data_format",
          "modelspec.format_type",
          "modelspec.implementation_version",
          "modelspec.preprocessor",
          "modelspec.is_negative_embedding",
          "modelspec.unet_dtype",
          "modelspec.vae_dtype",
          "modelspec.language",
          "modelspec.format_template",
          "modelspec.lora_default_weight",
          "modelspec.lora_default_confinement",
          "modelspec.special_format",
          "modelspec.preview_image",
          "modelspec.predict_key");

  /// Families of keys; the sentence of a family serves those of its keys that have none of their
  /// own.
  private static final List<String> FAMILIES = List.of("ss_", "ssmd_", "modelspec.", "gptq_");

  private KnownKeys() {}

  /// The message key of the sentence that explains a metadata key, where there is one.
  static Optional<String> messageKey(String key) {
    if (KEYS.contains(key)) {
      return Optional.of(MESSAGE_PREFIX + key);
    }
    return FAMILIES.stream().filter(key::startsWith).findFirst().map(MESSAGE_PREFIX::concat);
  }

  /// The message keys of all sentences.
  static List<String> messageKeys() {
    return Stream.concat(KEYS.stream(), FAMILIES.stream()).map(MESSAGE_PREFIX::concat).toList();
  }
}
