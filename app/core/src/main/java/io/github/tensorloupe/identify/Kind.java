package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The kind of a checkpoint.
public enum Kind {
  OPTIMIZER_STATE("Optimizer state"),
  DORA("DoRA adapter"),
  LOHA("LoHa adapter"),
  LOKR("LoKr adapter"),
  LOCON("LoCon adapter"),
  LORA("LoRA adapter"),
  OFT("OFT adapter"),
  IA3("IA³ adapter"),
  CONTROL_LORA("Control LoRA"),
  CONTROLNET("ControlNet"),
  T2I_ADAPTER("T2I adapter"),
  IP_ADAPTER("IP adapter"),
  EMBEDDING("Textual inversion embedding"),
  UPSCALER("Upscaler"),
  DIFFUSION_CHECKPOINT("Full diffusion checkpoint"),
  DIFFUSION_MODEL("Diffusion model alone"),
  VAE("VAE"),
  TEXT_ENCODER("Text encoder"),
  IMAGE_ENCODER("Image encoder"),
  TEXT_IMAGE_ENCODER("Text and image encoder"),
  LANGUAGE_MODEL("Language model"),
  VISION_LANGUAGE_MODEL("Vision-language model"),
  AUDIO_LANGUAGE_MODEL("Audio-language model"),
  MULTIMODAL_MODEL("Multimodal language model"),
  ENCODER_DECODER("Encoder-decoder language model"),
  SPEECH_MODEL("Speech model"),
  TIME_SERIES_MODEL("Time series model"),
  IMAGE_CLASSIFIER("Image classifier"),
  SEGMENTATION_MODEL("Segmentation model"),
  UNKNOWN("Unknown");

  private final String label;

  Kind(String label) {
    this.label = label;
  }

  /// The words for a person.
  public Sentence label() {
    return Sentence.of(label);
  }

  /// The kebab-case spelling used in output for programs.
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// True if it reads and writes text.
  boolean isLanguage() {
    return switch (this) {
      case LANGUAGE_MODEL, ENCODER_DECODER -> true;
      case VISION_LANGUAGE_MODEL, AUDIO_LANGUAGE_MODEL, MULTIMODAL_MODEL -> true;
      default -> false;
    };
  }

  /// True if it is made of several networks, of which each has sizes of its own.
  boolean holdsSeveral() {
    return switch (this) {
      case DIFFUSION_CHECKPOINT, TEXT_IMAGE_ENCODER -> true;
      case VISION_LANGUAGE_MODEL, AUDIO_LANGUAGE_MODEL, MULTIMODAL_MODEL -> true;
      default -> false;
    };
  }

  /// True if it belongs to a family of diffusion models, or may, as an adapter does.
  boolean isOfDiffusion() {
    return switch (this) {
      case CONTROL_LORA, CONTROLNET, T2I_ADAPTER, IP_ADAPTER, EMBEDDING -> true;
      case DIFFUSION_CHECKPOINT, DIFFUSION_MODEL, VAE -> true;
      default -> isAdapter();
    };
  }

  /// True if it changes another model and is none by itself.
  public boolean isAdapter() {
    return switch (this) {
      case DORA, LOHA, LOKR, LOCON, LORA, OFT, IA3 -> true;
      default -> false;
    };
  }
}
