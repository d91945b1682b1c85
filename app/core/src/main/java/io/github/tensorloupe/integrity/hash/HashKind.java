package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The commonly used hashes of model files.
public enum HashKind {
  SHA256(
      name("SHA-256"),
      "sha256",
      EditEffect.CHANGES,
      Sentence.of(
          "All bytes of the file. Used by the Hugging Face Hub, Git LFS, Civitai and checksum"
              + " lists.")),
  DATA_SHA256(
      Sentence.of("SHA-256 of the data"),
      "dataSha256",
      EditEffect.STAYS,
      Sentence.of(
          "The tensors without the header: equal weights have equal hashes, regardless of"
              + " metadata.")),
  /// The first 10 digits of [#SHA256].
  AUTO_V2(
      name("AutoV2"),
      "autoV2",
      EditEffect.CHANGES,
      Sentence.of(
          "The first 10 digits of the SHA-256. Civitai and the web UI write them into pictures to"
              + " identify a checkpoint.")),
  /// The first 12 digits of [#DATA_SHA256].
  AUTO_V3(
      name("AutoV3"),
      "autoV3",
      EditEffect.STAYS,
      Sentence.of(
          "The first 12 digits of the hash of the data. Civitai uses them to recognize a LoRA after"
              + " metadata edits.")),
  /// Equal to [#DATA_SHA256].
  SSHS_MODEL_HASH(
      name("sshs_model_hash"),
      "sshsModelHash",
      EditEffect.STAYS,
      Sentence.of("The hash of the data, as trainers store it in the metadata for the web UI.")),
  /// See [LegacyHash#ofTraining].
  SSHS_LEGACY_HASH(
      name("sshs_legacy_hash"),
      "sshsLegacyHash",
      EditEffect.CHANGES_WITH_TRAINING_ENTRIES,
      Sentence.of(
          "8 hash digits over 64 KiB of the file as the trainer wrote it. Old versions of the web"
              + " UI use them to identify a LoRA.")),
  /// See [LegacyHash#ofFile].
  MODEL_HASH(
      Sentence.of("Old model hash"),
      "modelHash",
      EditEffect.CHANGES_WITH_LENGTH,
      Sentence.of(
          "8 hash digits over 64 KiB of the file. The web UI of 2022 wrote them into pictures."
              + " Different files sometimes share them."));

  private final Sentence title;
  private final String jsonName;
  private final EditEffect editEffect;
  private final Sentence purpose;

  HashKind(Sentence title, String jsonName, EditEffect editEffect, Sentence purpose) {
    this.title = title;
    this.jsonName = jsonName;
    this.editEffect = editEffect;
    this.purpose = purpose;
  }

  public Sentence title() {
    return title;
  }

  public String jsonName() {
    return jsonName;
  }

  public EditEffect editEffect() {
    return editEffect;
  }

  /// Returns a description of the hashed bytes and the use of the hash.
  public Sentence purpose() {
    return purpose;
  }

  private static Sentence name(String text) {
    return Sentence.joined("", List.of(text));
  }

  public enum EditEffect {
    CHANGES("changes with every edit of the metadata"),
    /// Changes if an edit changes the header length and thereby the file offsets of the data.
    CHANGES_WITH_LENGTH("changes with an edit that moves the data"),
    CHANGES_WITH_TRAINING_ENTRIES("changes with an edit of ss_ entries only"),
    STAYS("does not change with metadata edits");

    private final String phrase;

    EditEffect(String phrase) {
      this.phrase = phrase;
    }

    /// Returns the predicate of a sentence whose subject is the name of the hash.
    public String phrase() {
      return phrase;
    }
  }
}
