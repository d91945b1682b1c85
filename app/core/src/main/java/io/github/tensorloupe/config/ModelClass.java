package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.StackSpec;

/// The class that a configuration names in `architectures`, such as `LlamaForCausalLM`.
///
/// @param name an empty string if the configuration names no class
record ModelClass(String name) {

  private static final List<String> VOCABULARY_HEADS =
      List.of("ForCausalLM", "LMHeadModel", "ForConditionalGeneration", "ForMaskedLM");
  private static final List<String> CLASSIFIERS =
      List.of("ForSequenceClassification", "ForTokenClassification", "ForImageClassification");

  boolean hasVocabularyHead() {
    return VOCABULARY_HEADS.stream().anyMatch(name::endsWith);
  }

  boolean hasClassifier() {
    return CLASSIFIERS.stream().anyMatch(name::endsWith);
  }

  boolean isTokenClassifier() {
    return name.endsWith("ForTokenClassification");
  }

  /// Returns true if the names have no prefix of the base model.
  boolean isBase() {
    return name.endsWith("Model") && !hasVocabularyHead()
        || name.endsWith("ForAudioClassification");
  }

  boolean isForQuestions() {
    return name.endsWith("ForQuestionAnswering");
  }

  boolean isConnectionist() {
    return name.endsWith("ForCTC");
  }

  /// Returns true if the class contains a stack: some classes have only the encoder or decoder.
  boolean has(StackSpec stack) {
    return switch (stack.subject()) {
      case ENCODER_LAYERS -> !name.endsWith("ForCausalLM");
      case DECODER_LAYERS ->
          !name.contains("Encoder")
              && !name.endsWith("ForAudioClassification")
              && !isTokenClassifier();
      case VISION_LAYERS -> true;
      default -> hasSection("text_config");
    };
  }

  /// Returns true if the class contains the module of a section: some classes of CLIP and SigLIP
  /// have only one tower.
  boolean hasSection(String key) {
    boolean isVision =
        name.contains("VisionModel")
            || name.equals("CLIPForImageClassification")
            || name.equals("SiglipForImageClassification");
    return switch (key) {
      case "text_config" -> !isVision;
      case "vision_config" -> !name.contains("TextModel");
      default -> true;
    };
  }
}
