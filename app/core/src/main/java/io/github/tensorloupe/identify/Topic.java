package io.github.tensorloupe.identify;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The topic of a statement, in descending order of importance to users.
public enum Topic implements Spelled {
  KIND("Kind"),
  FAMILY("Family"),
  CONTRADICTION("Contradiction"),
  MISSING("Missing"),
  VARIANT("Variant"),
  /// The architecture or method that the configuration names, if the rules do not know it.
  CONFIGURATION("Configuration"),
  CONTAINS("Contains"),
  TITLE("Title"),
  AUTHOR("Author"),
  DESCRIPTION("Description"),
  LICENSE("License"),
  /// The model that an adapter was trained on, or the models of a merge.
  BASE_MODEL("Base model"),
  /// Words that activate the trained concept in a prompt.
  TRIGGER_WORDS("Trigger words"),
  TAGS("Tags"),
  /// The most frequent tags of the training images, which may be trigger words.
  FREQUENT_TAGS("Frequent tags"),
  /// The rank of the adapter matrices: a number, or the minimum and maximum.
  RANK("Rank"),
  ALPHA("Alpha"),
  QUANTIZATION("Quantization"),
  PARAMETERS("Parameters"),
  /// The number of elements that are not weights, such as running means and position tables.
  BUFFERS("Buffers"),
  LAYERS("Layers"),
  ENCODER_LAYERS("Encoder layers"),
  DECODER_LAYERS("Decoder layers"),
  ADAPTED_LAYERS("Adapted layers"),
  HIDDEN_SIZE("Hidden size"),
  VOCABULARY("Vocabulary"),
  HEADS("Attention heads"),
  KV_HEADS("Key/value heads"),
  QUERIES_PER_KEY("Queries per key"),
  EXPERTS("Experts"),
  LATENT_CHANNELS("Latent channels"),
  /// The dtypes of nearly all bytes.
  PRECISION("Precision"),
  DTYPES("Dtypes"),
  MEMORY("Memory"),
  TRAINING("Training"),
  FORMAT("format");

  private final String label;

  Topic(String label) {
    this.label = label;
  }

  /// Returns the name in camel case, such as `baseModel`.
  @Override
  public String spelling() {
    return Spelled.camelCase(this);
  }

  public Sentence label() {
    return Sentence.of(label);
  }
}
