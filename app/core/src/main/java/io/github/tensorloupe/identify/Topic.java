package io.github.tensorloupe.identify;

import io.github.tensorloupe.text.Sentence;

/// The topic of a statement, in descending order of importance to users.
public enum Topic {
  /// The kind, such as full model, LoRA or VAE.
  KIND("kind", "Kind"),
  /// The family, such as Llama, SDXL or T5.
  FAMILY("family", "Family"),
  CONTRADICTION("contradiction", "Contradiction"),
  MISSING("missing", "Missing"),
  VARIANT("variant", "Variant"),
  CONTAINS("contains", "Contains"),
  TITLE("title", "Title"),
  AUTHOR("author", "Author"),
  DESCRIPTION("description", "Description"),
  LICENSE("license", "License"),
  /// The model that an adapter was trained on, or the models of a merge.
  BASE_MODEL("baseModel", "Base model"),
  /// Words that activate the trained concept in a prompt.
  TRIGGER_WORDS("triggerWords", "Trigger words"),
  TAGS("tags", "Tags"),
  /// The most frequent tags of the training images, which may be trigger words.
  FREQUENT_TAGS("frequentTags", "Frequent tags"),
  /// The rank of the adapter matrices: a number, or the minimum and maximum.
  RANK("rank", "Rank"),
  ALPHA("alpha", "Alpha"),
  QUANTIZATION("quantization", "Quantization"),
  PARAMETERS("parameters", "Parameters"),
  /// The number of elements that are not weights, such as running means and position tables.
  BUFFERS("buffers", "Buffers"),
  LAYERS("layers", "Layers"),
  ENCODER_LAYERS("encoderLayers", "Encoder layers"),
  DECODER_LAYERS("decoderLayers", "Decoder layers"),
  /// The layers of its base model that an adapter changes.
  ADAPTED_LAYERS("adaptedLayers", "Adapted layers"),
  HIDDEN_SIZE("hiddenSize", "Hidden size"),
  VOCABULARY("vocabulary", "Vocabulary"),
  HEADS("heads", "Attention heads"),
  KV_HEADS("kvHeads", "Key/value heads"),
  QUERIES_PER_KEY("queriesPerKey", "Queries per key"),
  EXPERTS("experts", "Experts"),
  LATENT_CHANNELS("latentChannels", "Latent channels"),
  /// The dtypes of nearly all bytes.
  PRECISION("precision", "Precision"),
  DTYPES("dtypes", "Dtypes"),
  MEMORY("memory", "Memory"),
  TRAINING("training", "Training"),
  FORMAT("format", "format");

  private final String spelling;
  private final String label;

  Topic(String spelling, String label) {
    this.spelling = spelling;
    this.label = label;
  }

  /// Returns the stable spelling for machine-readable output.
  public String spelling() {
    return spelling;
  }

  public Sentence label() {
    return Sentence.of(label);
  }
}
