package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A stored head and the embedding that it is tied to, with equal shape and dtype.
///
/// @param setting the configuration that ties them, as part of a sentence
public record HeadComparison(TensorRef head, TensorRef embedding, Sentence setting) {

  /// Compares the bytes of the two tensors, whose files must be open. Blocks.
  ///
  /// @return empty if the bytes of a tensor are incomplete
  /// @throws IOException if reading fails
  public Optional<Boolean> isEqual(Cancellation cancellation) throws IOException {
    Optional<TensorData> first = head.data().filter(TensorData::isComplete);
    Optional<TensorData> second = embedding.data().filter(TensorData::isComplete);
    return first.isEmpty() || second.isEmpty()
        ? Optional.empty()
        : Optional.of(first.get().hasSameBytes(second.get(), cancellation));
  }

  Finding finding(boolean isEqual) {
    String headName = DisplayText.of(head.info().name());
    String embeddingName = DisplayText.of(embedding.info().name());
    Sentence sentence =
        isEqual
            ? Sentence.of(
                "{0}, and {1} is stored with the same values as {2}. Loaders give the same"
                    + " results with and without it.",
                setting, headName, embeddingName)
            : Sentence.of(
                "{0}, but the stored {1} differs from {2}. transformers 4 and vLLM ignore the"
                    + " stored head; transformers 5 uses it. If it was trained, set"
                    + " tie_word_embeddings to false.",
                setting, headName, embeddingName);
    return new Finding(
        isEqual ? FindingCode.CONFIG_HEAD_REDUNDANT : FindingCode.CONFIG_HEAD_DIFFERS,
        sentence,
        Optional.of(head.info().name()),
        Optional.empty());
  }
}
