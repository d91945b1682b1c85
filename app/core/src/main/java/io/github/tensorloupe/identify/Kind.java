package io.github.tensorloupe.identify;

import static io.github.tensorloupe.identify.Kind.Trait.ADAPTER;
import static io.github.tensorloupe.identify.Kind.Trait.DIFFUSION;
import static io.github.tensorloupe.identify.Kind.Trait.LANGUAGE;
import static io.github.tensorloupe.identify.Kind.Trait.SEVERAL;
import static io.github.tensorloupe.identify.Kind.Trait.TRANSFORMERS;

import module java.base;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The kind of a checkpoint.
public enum Kind implements Spelled {
  OPTIMIZER_STATE("Optimizer state"),
  DORA("DoRA adapter", ADAPTER, DIFFUSION),
  LOHA("LoHa adapter", ADAPTER, DIFFUSION),
  LOKR("LoKr adapter", ADAPTER, DIFFUSION),
  LOCON("LoCon adapter", ADAPTER, DIFFUSION),
  LORA("LoRA adapter", ADAPTER, DIFFUSION),
  OFT("OFT adapter", ADAPTER, DIFFUSION),
  IA3("IA³ adapter", ADAPTER, DIFFUSION),
  CONTROL_LORA("Control LoRA", DIFFUSION),
  CONTROLNET("ControlNet", DIFFUSION),
  T2I_ADAPTER("T2I adapter", DIFFUSION),
  IP_ADAPTER("IP adapter", DIFFUSION),
  EMBEDDING("Textual inversion embedding", DIFFUSION),
  UPSCALER("Upscaler"),
  DIFFUSION_CHECKPOINT("Full diffusion checkpoint", DIFFUSION, SEVERAL),
  DIFFUSION_MODEL("Diffusion model alone", DIFFUSION),
  VAE("VAE", DIFFUSION),
  TEXT_ENCODER("Text encoder", TRANSFORMERS),
  IMAGE_ENCODER("Image encoder", TRANSFORMERS),
  TEXT_IMAGE_ENCODER("Text and image encoder", TRANSFORMERS, SEVERAL),
  LANGUAGE_MODEL("Language model", TRANSFORMERS, LANGUAGE),
  VISION_LANGUAGE_MODEL("Vision-language model", TRANSFORMERS, LANGUAGE, SEVERAL),
  AUDIO_LANGUAGE_MODEL("Audio-language model", TRANSFORMERS, LANGUAGE, SEVERAL),
  MULTIMODAL_MODEL("Multimodal language model", TRANSFORMERS, LANGUAGE, SEVERAL),
  ENCODER_DECODER("Encoder-decoder language model", TRANSFORMERS, LANGUAGE),
  SPEECH_MODEL("Speech model", TRANSFORMERS),
  TIME_SERIES_MODEL("Time series model", TRANSFORMERS),
  IMAGE_CLASSIFIER("Image classifier", TRANSFORMERS),
  SEGMENTATION_MODEL("Segmentation model"),
  UNKNOWN("Unknown");

  public enum Trait {
    /// A change to another model, not usable by itself.
    ADAPTER,
    /// Possibly part of a family of diffusion models.
    DIFFUSION,
    /// A language model.
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

  /// Returns true if this kind has the trait [Trait#ADAPTER].
  public boolean isAdapter() {
    return is(ADAPTER);
  }

  public boolean is(Trait trait) {
    return traits.contains(trait);
  }
}
