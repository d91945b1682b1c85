package io.github.tensorloupe.identify;

/// A network that a checkpoint may hold beside its main one, or what a trainer keeps there.
enum Component {
  OPTIMIZER_STATE("Optimizer state"),
  DIFFUSION_MODEL("Diffusion model"),
  VAE("VAE"),
  CLIP_TEXT_ENCODER("CLIP text encoder"),
  OPEN_CLIP_TEXT_ENCODER("OpenCLIP text encoder"),
  T5_TEXT_ENCODER("T5 text encoder"),
  TEXT_ENCODER("Text encoder"),
  VISION_ENCODER("Vision encoder"),
  AUDIO_ENCODER("Audio encoder");

  private final String label;

  Component(String label) {
    this.label = label;
  }

  /// The words for a person.
  String label() {
    return label;
  }
}
