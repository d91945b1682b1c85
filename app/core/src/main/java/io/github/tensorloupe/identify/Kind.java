package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The kind of a checkpoint.
public enum Kind implements Spelled {
  OPTIMIZER_STATE("Optimizer state"),
  DORA("DoRA adapter", Trait.ADAPTER, Trait.DIFFUSION),
  LOHA("LoHa adapter", Trait.ADAPTER, Trait.DIFFUSION),
  LOKR("LoKr adapter", Trait.ADAPTER, Trait.DIFFUSION),
  LOCON("LoCon adapter", Trait.ADAPTER, Trait.DIFFUSION),
  LORA("LoRA adapter", Trait.ADAPTER, Trait.DIFFUSION),
  OFT("OFT adapter", Trait.ADAPTER, Trait.DIFFUSION),
  IA3("IA³ adapter", Trait.ADAPTER, Trait.DIFFUSION),
  CONTROL_LORA("Control LoRA", Trait.DIFFUSION),
  CONTROLNET("ControlNet", Trait.DIFFUSION),
  T2I_ADAPTER("T2I adapter", Trait.DIFFUSION),
  IP_ADAPTER("IP adapter", Trait.DIFFUSION),
  EMBEDDING("Textual inversion embedding", Trait.DIFFUSION),
  UPSCALER("Upscaler"),
  DIFFUSION_CHECKPOINT("Full diffusion checkpoint", Trait.DIFFUSION, Trait.SEVERAL),
  DIFFUSION_MODEL("Diffusion model alone", Trait.DIFFUSION),
  VAE("VAE", Trait.DIFFUSION),
  TEXT_ENCODER("Text encoder", Trait.TRANSFORMERS),
  IMAGE_ENCODER("Image encoder", Trait.TRANSFORMERS),
  TEXT_IMAGE_ENCODER("Text and image encoder", Trait.TRANSFORMERS, Trait.SEVERAL),
  LANGUAGE_MODEL("Language model", Trait.TRANSFORMERS, Trait.LANGUAGE),
  VISION_LANGUAGE_MODEL("Vision-language model", Trait.TRANSFORMERS, Trait.LANGUAGE, Trait.SEVERAL),
  AUDIO_LANGUAGE_MODEL("Audio-language model", Trait.TRANSFORMERS, Trait.LANGUAGE, Trait.SEVERAL),
  MULTIMODAL_MODEL("Multimodal language model", Trait.TRANSFORMERS, Trait.LANGUAGE, Trait.SEVERAL),
  ENCODER_DECODER("Encoder-decoder language model", Trait.TRANSFORMERS, Trait.LANGUAGE),
  SPEECH_MODEL("Speech model", Trait.TRANSFORMERS),
  TIME_SERIES_MODEL("Time series model", Trait.TRANSFORMERS),
  IMAGE_CLASSIFIER("Image classifier", Trait.TRANSFORMERS),
  SEGMENTATION_MODEL("Segmentation model"),
  UNKNOWN("Unknown");

  public enum Trait {
    /// A change to another model, not usable by itself.
    ADAPTER,
    /// Possibly part of a family of diffusion models.
    DIFFUSION,
    LANGUAGE,
    /// Several networks with different dimensions.
    SEVERAL,
    /// Loadable by the Transformers library.
    TRANSFORMERS
  }

  private final String label;
  private final Set<Trait> traits;

  Kind(String label, Trait... traits) {
    this.label = label;
    this.traits = Set.of(traits);
  }

  public Sentence label() {
    return Sentence.of(label);
  }

  public boolean isAdapter() {
    return is(Trait.ADAPTER);
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
