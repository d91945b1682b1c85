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

  private static final Pattern USUAL =
      Pattern.compile(
          ".*(Model|LM|Generation|Classification|Answering|CTC|PreTraining|Choice|Prediction"
              + "|Detection|Segmentation|Retrieval|Projection|Encoder|Decoder)|");
  private static final Pattern DRAFT = Pattern.compile("(?i)eagle|medusa|speculator|draft");

  /// Returns true if the class may be one of transformers. The draft models of speculative decoding
  /// have the type of their target, but other tensors.
  boolean isUsual() {
    return USUAL.matcher(name).matches() && !DRAFT.matcher(name).find();
  }

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
